import { beforeEach, describe, expect, test } from 'vitest';
import { auditEntriesAbout } from '../../../../tests/support/people/audit-entries.ts';
import { factorActions } from '../../../../tests/support/people/factor-actions.ts';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { factorStatus } from '../../identity/second-factor/second-factor.server.ts';
import { beginSession, viewerOf } from '../../identity/sessions/sessions.server.ts';
import { anonymise } from './anonymise.server.ts';
import * as reset from './reset-factor.page.tsx';
import { resetFactorOf } from './reset-factor.server.ts';
import * as details from './user.page.tsx';

const world = testWorld();
const { protectedMember } = factorActions(world);
let admin: Viewer;
beforeEach(async () => {
  admin = await world.person({ isAdmin: true });
  await world.mail.deliver();
});

const send = (edge: (args: never) => unknown, { id }: Viewer, fields?: Record<string, string>) =>
  world.send(edge, admin, `/admin/users/${id}/x`, { id: String(id) }, fields && formPost(fields));
const begin = (viewer: Viewer) =>
  beginSession(world.em(), viewer.id, { now: world.clock.at, agent: null, address: '203.0.113.9' });

describe('an admin resets a second factor', () => {
  test('it is off, sessions end, and the log and an email say so', async () => {
    const { viewer } = await protectedMember();
    const token = await begin(viewer);
    expect(await (await send(details.loader, viewer)).json()).toMatchObject({
      factorSince: expect.any(String),
      isOwn: false,
    });
    await world.mail.deliver();
    expect(await redirectOf(await send(reset.action, viewer, {}))).toEqual({
      status: 303,
      to: `/admin/users/${viewer.id}`,
      says: 'Second factor reset: They are signed out everywhere and have been told by email.',
    });
    expect((await factorStatus(world.member(viewer))).since).toBeNull();
    expect(await viewerOf(world.em(), token, world.clock.at)).toBeNull();
    expect(await auditEntriesAbout(world.em(), 'user', viewer.id)).toMatchObject([
      {
        by: admin.id,
        verb: 'reset the second factor of',
        before: { secondFactor: true },
        after: { secondFactor: false },
      },
    ]);
    const mails = await world.mail.deliver();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [viewer.email, 'Your second factor was reset'],
    ]);
    const again = await send(reset.action, viewer, {});
    expect([again.status, (await again.json()).form.error['']]).toEqual([
      422,
      ['This member has no second factor.'],
    ]);
    expect(await auditEntriesAbout(world.em(), 'user', viewer.id)).toHaveLength(1);
  });

  test('not their own, which would get around the code', async () => {
    const { viewer } = await protectedMember();
    await row(world.em())`update users set is_admin = true where id = ${viewer.id}`;
    admin = { ...viewer, isAdmin: true };
    const answer = await send(reset.action, viewer, {});
    expect([answer.status, (await answer.json()).form.error['']]).toEqual([
      422,
      [expect.stringMatching(/^You cannot reset your own/)],
    ]);
    expect((await factorStatus(world.member(viewer))).since).not.toBeNull();
  });

  test('an operator on the machine is asked for the address only', async () => {
    const { viewer } = await protectedMember();
    expect(await resetFactorOf(world.systemContext(), viewer.email.toUpperCase())).toBe(viewer.username);
    expect(await auditEntriesAbout(world.em(), 'user', viewer.id)).toMatchObject([{ by: null }]);
    await expect(resetFactorOf(world.systemContext(), viewer.email)).rejects.toThrow(/no second factor/);
    await expect(resetFactorOf(world.systemContext(), 'no@example.com')).rejects.toThrow(/no account/);
  });
});

test('deleting an account removes its second factor', async () => {
  const { viewer } = await protectedMember();
  await world.em().transactional((em) => anonymise(em, viewer.id, world.clock.at));
  const left = await row(world.em())`
    select user_id from second_factors where user_id = ${viewer.id}
    union all select user_id from recovery_codes where user_id = ${viewer.id}`;
  expect(left).toBeNull();
});

test('in production an admin without one acts as a member who must set it up; with one, as an admin', async () => {
  const { viewer } = await protectedMember();
  await row(world.em())`update users set is_admin = true where id = ${viewer.id}`;
  const seen = async (who: Viewer, adminsNeedFactor: boolean) => {
    const found = await viewerOf(world.em(), await begin(who), world.clock.at, { adminsNeedFactor });
    return [found?.isAdmin, found?.owesSecondFactor];
  };
  expect(await seen(admin, true)).toEqual([false, true]);
  expect(await seen(admin, false)).toEqual([true, false]);
  expect(await seen(viewer, true)).toEqual([true, false]);
  expect(await seen(await world.person(), true)).toEqual([false, false]);
});

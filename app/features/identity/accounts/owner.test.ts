import { expect, test } from 'vitest';
import { accountActions, errorsOf } from '../../../../tests/support/people/account-actions.ts';
import { factorActions } from '../../../../tests/support/people/factor-actions.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as leave from '../../operations/personal-data/delete-account.page.tsx';
import * as email from '../email-links/email.page.tsx';
import * as profileCall from '../profile/profile.api.ts';
import * as profile from '../profile/profile.page.tsx';

const world = testWorld();
const account = accountActions(world);
const { protectedMember } = factorActions(world, account);

type Fields = Record<string, string>;
const stored = ({ id }: Viewer) =>
  row<Fields>(world.em())`select status, pending_email::text as pending, payout_email::text as payout
    from users where id = ${id}`;
/** A member with a payout address, whose browser and password a thief uses. */
async function watched() {
  const { viewer, ...factor } = await protectedMember();
  await row(world.em())`update users set payout_email = 'own@bank.example' where id = ${viewer.id}`;
  return { viewer, ...factor };
}

const password = { currentPassword: 'open guard' };
const forms = {
  'moving the address': {
    edge: email,
    path: '/account/email',
    fields: () => ({ email: 'thief@example.com' }),
    done: { pending: 'thief@example.com' },
  },
  'deleting the account': {
    edge: leave,
    path: '/account/data/delete',
    fields: ({ username }: Viewer) => ({ confirm: username }),
    done: { status: 'deleted' },
  },
  'sending the money elsewhere': {
    edge: profile,
    path: '/profile?edit',
    fields: () => ({ payoutEmail: 'thief@bank.example' }),
    done: { payout: 'thief@bank.example' },
  },
};

test.each(Object.entries(forms))('%s asks for a code when a second factor is on', async (_name, form) => {
  const { viewer, now, codes } = await watched();
  const { edge, path } = form;
  const sends = (more: Fields) =>
    world.send(edge.action, viewer, path, {}, formPost({ ...form.fields(viewer), ...more }));
  expect(await (await world.send(edge.loader, viewer, path)).json()).toMatchObject({ asksCode: true });
  for (const code of [{}, { code: '' }, { code: '123' }] as Fields[]) {
    expect(Object.keys(await errorsOf(await sends({ ...password, ...code })))).toEqual(['code']);
  }
  const before = await stored(viewer);
  // A code is not used up for what is refused anyway.
  const wrong = await errorsOf(await sends({ currentPassword: 'a guess', code: now() }));
  expect(Object.keys(wrong)).toEqual(['currentPassword']);
  expect(await stored(viewer)).toEqual(before);
  expect((await sends({ ...password, code: now() })).status).toBe(303);
  expect(await stored(viewer)).toMatchObject(form.done);
  expect(codes).toHaveLength(10);
});

test('a call that changes either address asks for it too', async () => {
  const { viewer, now } = await watched();
  const puts = async (body: Fields) => {
    const answer = await world.send(profileCall.action, viewer, '/api/profile', {}, jsonCall('PATCH', body));
    return [answer.status, Object.keys((await answer.json()).errors ?? {})];
  };
  expect(await puts({ ...password, email: 'thief@example.com' })).toEqual([422, ['code']]);
  expect(await puts({ ...password, payoutEmail: 'thief@bank.example' })).toEqual([422, ['code']]);
  expect(await puts({ bio: 'Nothing to steal' })).toEqual([200, []]);
  expect(await puts({ ...password, email: 'next@example.com', code: now() })).toEqual([200, []]);
  expect(await stored(viewer)).toMatchObject({ pending: 'next@example.com', payout: 'own@bank.example' });
});

test('a member without a second factor is asked for the password only', async () => {
  const viewer = await account.member();
  expect(await (await world.send(email.loader, viewer, '/account/email')).json()).toMatchObject({
    asksCode: false,
  });
  expect((await account.asksFor(viewer, 'new@example.com')).status).toBe(303);
});

import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditEntriesAbout } from '../../../../tests/support/people/audit-entries.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { AdminScope, Viewer } from '../../../scope.ts';
import { suspend } from './account-status.server.ts';
import { promote, setAdmin, setCurator } from './admins.server.ts';
import { anonymise, deleteMember } from './anonymise.server.ts';

const world = testWorld();
const as = (viewer: Viewer): AdminScope => world.member(viewer);
const forgetAdmins = () => row(world.em())`update users set is_admin = false`;
beforeEach(forgetAdmins);
afterEach(forgetAdmins);

const left = async () =>
  (await rows(world.em())`select 1 from users where is_admin and status = 'active'`).length;

const operations: Record<string, (by: Viewer, whom: Viewer) => Promise<unknown>> = {
  demote: (by, whom) => setAdmin(as(by), whom.id, false),
  suspend: (by, whom) => suspend(as(by), whom.id, 'Why'),
  delete: (by, whom) => deleteMember(as(by), whom.id),
  leave: (_by, whom) => world.em().transactional((em) => anonymise(em, whom.id, world.clock.at)),
};

test.each(['demote', 'leave'])('the last admin cannot %s', async (act) => {
  const only = await world.person({ isAdmin: true });
  await expect(operations[act]?.(only, only)).rejects.toThrow(/^This is the last admin\./);
  expect(await left()).toBe(1);
});

test('a suspended admin does not count', async () => {
  const [one, other] = [await world.person({ isAdmin: true }), await world.person({ isAdmin: true })];
  await suspend(as(one), other.id, 'Why');
  await expect(setAdmin(as(one), one.id, false)).rejects.toThrow(/^This is the last admin\./);
});

test('whatever admins do to each other at once, one is left, and a removed admin does nothing more', async () => {
  const step = fc.record({
    act: fc.constantFrom(...Object.keys(operations)),
    by: fc.nat({ max: 2 }),
    whom: fc.nat({ max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      await forgetAdmins();
      const admins: Viewer[] = [];
      for (let n = 0; n < 3; n += 1) admins.push(await world.person({ isAdmin: true }));
      await Promise.allSettled(
        steps.map(({ act, by, whom }) => operations[act]?.(admins[by] as Viewer, admins[whom] as Viewer)),
      );
      expect(await left()).toBeGreaterThan(0);
      const late = await rows(world.em())`
        select 1 from audit_log fall join audit_log later on later.actor_id::text = fall.subject_id and later.id > fall.id
        where fall.verb in ('demoted', 'suspended', 'deleted') and later.actor_id <> fall.actor_id`;
      expect(late).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 60_000);

test('a member becomes an admin and a member again, each time logged; a suspended one does not', async () => {
  const admin = await world.person({ isAdmin: true });
  const member = await world.person();
  for (const is of [true, true, false]) await setAdmin(as(admin), member.id, is);
  expect(await auditEntriesAbout(world.em(), 'user', member.id)).toMatchObject([
    { by: admin.id, verb: 'promoted', before: { isAdmin: false }, after: { isAdmin: true } },
    { by: admin.id, verb: 'demoted', before: { isAdmin: true }, after: { isAdmin: false } },
  ]);
  await suspend(as(admin), member.id, 'Why');
  await expect(setAdmin(as(admin), member.id, true)).rejects.toThrow('Reinstate this member first.');
});

test('a member becomes a curator and none again, each time logged; members and curators give no role', async () => {
  const admin = await world.person({ isAdmin: true });
  const member = await world.person();
  for (const is of [true, true, false]) await setCurator(as(admin), member.id, is);
  expect(await auditEntriesAbout(world.em(), 'user', member.id)).toMatchObject([
    { by: admin.id, verb: 'made a curator', before: { isCurator: false }, after: { isCurator: true } },
    { by: admin.id, verb: 'removed as a curator', before: { isCurator: true }, after: { isCurator: false } },
  ]);
  const curator = await world.person({ isCurator: true });
  await expect(setCurator(as(curator), member.id, true)).rejects.toThrow('You are no longer an admin.');
  await suspend(as(admin), member.id, 'Why');
  await expect(setCurator(as(admin), member.id, true)).rejects.toThrow('Reinstate this member first.');
});

test('an operator on the machine makes the first admin, once, and the log has the entry without a name', async () => {
  const member = await world.person();
  const scope = { em: world.em(), now: () => world.clock.at };
  expect(await promote(scope, member.email.toUpperCase())).toBe(member.username);
  expect(await promote(scope, member.email)).toBe(member.username);
  expect(await auditEntriesAbout(world.em(), 'user', member.id)).toMatchObject([
    { by: null, verb: 'promoted', before: { isAdmin: false }, after: { isAdmin: true } },
  ]);
  await row(world.em())`update users set status = 'suspended' where id = ${member.id}`;
  for (const email of [member.email, 'nobody@example.com']) {
    await expect(promote(scope, email)).rejects.toThrow(
      `There is no active account with the email ${email}.`,
    );
  }
});

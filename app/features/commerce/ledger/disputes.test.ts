import { expect, test } from 'vitest';
import { row, sql } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { disputeStates } from './dispute.entity.ts';
import { isUndecided, lostOf } from './disputes.server.ts';

const world = testWorld();

/** What each state of a dispute of 500 cents means for the money. */
const meanings: Record<(typeof disputeStates)[number], { undecided: boolean; lostCents: number }> = {
  inquiry: { undecided: true, lostCents: 0 },
  inquiry_closed: { undecided: false, lostCents: 0 },
  open: { undecided: true, lostCents: 0 },
  prevented: { undecided: false, lostCents: 0 },
  won: { undecided: false, lostCents: 0 },
  lost: { undecided: false, lostCents: 500 },
  under_appeal: { undecided: false, lostCents: 500 },
  unknown: { undecided: true, lostCents: 0 },
};

test.each(Object.entries(meanings))('a dispute that is %s', async (status, { undecided, lostCents }) => {
  const paymentId = `pi_${status}`;
  for (const [id, payment] of [
    [`dp_${status}`, paymentId],
    [`dp_other_${status}`, 'pi_of_another'],
  ])
    await row(world.em())`
      insert into disputes (id, payment_id, status, amount_cents) values (${id}, ${payment}, ${status}, 500)`;
  const found = await row<{ is: boolean }>(world.em())`select ${isUndecided(sql`${paymentId}`)} as is`;
  expect(found?.is).toBe(undecided);
  expect(await lostOf(world.em(), paymentId)).toBe(lostCents);
});

test('a payment without a dispute is not undecided, and several lost disputes add up', async () => {
  const found = await row<{ is: boolean }>(world.em())`select ${isUndecided(sql`${'pi_none'}`)} as is`;
  expect(found?.is).toBe(false);
  expect(await lostOf(world.em(), 'pi_none')).toBe(0);
  for (const id of ['dp_a', 'dp_b'])
    await row(world.em())`
      insert into disputes (id, payment_id, status, amount_cents) values (${id}, 'pi_twice', 'lost', 120)`;
  expect(await lostOf(world.em(), 'pi_twice')).toBe(240);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brokenRules } from '../../../tests/support/invariants.ts';
import { anyStep } from '../../../tests/support/money-acts.ts';
import { type Cast, perform, settle } from '../../../tests/support/money-life.ts';
import { testShop } from '../../../tests/support/shop.ts';
import type { Viewer } from '../../scope.ts';

const shop = testShop();
const { world } = shop;

/** How long to look for trouble; a night's search: MONEY_SECONDS=3600 MONEY_SEED=7 vitest run money.property */
const seconds = Number(process.env.MONEY_SECONDS ?? 25);
const seed = process.env.MONEY_SEED ? Number(process.env.MONEY_SEED) : undefined;

const people: Viewer[] = [];
const items: number[] = [];

/** The same few people and items, as if nothing had ever happened between them. */
async function freshCast(): Promise<Cast> {
  if (people.length === 0) {
    for (let n = 0; n < 4; n += 1) people.push(await world.person({ isAdmin: n === 3 }));
    for (let n = 0; n < 3; n += 1) {
      items.push(await world.item({ creator: people[0]?.id, tier: 'vip', priceCents: 499 }));
    }
  }
  world.clock.at = new Date('2026-06-01T12:00:00.000Z');
  await world.em().transactional(async (em) => {
    // Past the ledger's own guard, which is for everybody but this test.
    await em.execute(`set local session_replication_role = replica`);
    for (const table of [
      'ledger_entries',
      'refunds',
      'disputes',
      'payouts',
      'charges',
      'purchases',
      'subscriptions',
      'customers',
      'provider_events',
      'event_reads',
      'graphile_worker._private_jobs',
      'sandbox.paper',
      'sandbox.event',
      'sandbox.answer',
      'sandbox.mishap',
    ]) {
      await em.execute(`delete from ${table}`);
    }
    await em.execute(`update content_stats set sales = 0`);
    await em.execute(`update content set price_cents = 499, is_for_sale = true`);
    await em.execute(
      `update users set plan_ends_at = null, plan = case when id = ${people[0]?.id} then 'vip' else 'free' end`,
    );
  });
  const [seller, , , admin] = people as [Viewer, Viewer, Viewer, Viewer];
  return { members: people.slice(0, 3), seller, admin, items, ways: [], disputes: [] };
}

test(
  'whatever happens in whatever order, the books are right and everybody has what they paid for',
  async () => {
    let sequences = 0;
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 12, size: 'max' }), async (acts) => {
        const cast = await freshCast();
        for (const step of acts) {
          await perform(shop, cast, step);
          steps += 1;
        }
        await settle(shop);
        expect(await brokenRules(world.em(), world.clock.at)).toEqual([]);
        sequences += 1;
      }),
      { numRuns: 100_000, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false, seed },
    );
    expect(sequences).toBeGreaterThan(5);
    if (process.env.MONEY_SECONDS) process.stdout.write(`${sequences} sequences, ${steps} steps\n`);
  },
  (seconds + 60) * 1000,
);

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brokenRules } from '../../../../tests/support/money/invariants.ts';
import { anySteps } from '../../../../tests/support/money/money-steps.ts';
import { type MoneyCast, runStep, settle } from '../../../../tests/support/money/run-money-steps.ts';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { row } from '../../../../tests/support/sql.ts';
import type { Viewer } from '../../../scope.ts';

/** How many random runs; for a long search: MONEY_LIVES=100000 MONEY_SEED=7 vitest run money.property */
const lives = Number(process.env.MONEY_LIVES ?? 24);
const seed = process.env.MONEY_SEED ? Number(process.env.MONEY_SEED) : Date.now() & 0x7fff_ffff;
/** A machine that is busy with other things stops earlier, and says so. */
const mostMs = process.env.MONEY_LIVES ? 12 * 3_600_000 : 150_000;

// A life waits mostly for the database, so several are lived at once, each in a world of its own.
const worlds = [1, 2, 3].map(() => {
  const shop = testShop();
  return { shop, people: [] as Viewer[], items: [] as number[] };
});
type World = (typeof worlds)[number];

const emptied = [
  'ledger_entries',
  'ledger_checkpoints',
  'ledger_days',
  'refunds',
  'disputes',
  'payouts',
  'charges',
  'purchases',
  'subscriptions',
  'customers',
  'provider_events',
  'event_reads',
  'rate_limits',
  'graphile_worker._private_jobs',
  'sandbox.object',
  'sandbox.event',
  'sandbox.answer',
  'sandbox.fault',
];

/** Resets the same few members and items. */
async function freshCast({ shop: { world }, people, items }: World): Promise<MoneyCast> {
  if (people.length === 0) {
    for (let n = 0; n < 4; n += 1) people.push(await world.person({ isAdmin: n === 3 }));
    for (let n = 0; n < 3; n += 1) {
      items.push(await world.item({ creator: people[0]?.id, tier: 'vip', priceCents: 499 }));
    }
  }
  world.clock.at = new Date('2026-06-01T12:00:00.000Z');
  // Switches off the ledger's own guard for this test.
  await world.em().execute(`begin; set local session_replication_role = replica;
    ${emptied.map((table) => `delete from ${table};`).join('\n')}
    update content_stats set sales = 0;
    update ledger_horizon set creators = 0, payable = 0, owed_cents = 0;
    update content set price_cents = 499, is_for_sale = id <> ${items[2]};
    update users set plan_ends_at = null, plan = case when id = ${people[0]?.id} then 'premium' else 'free' end;
    commit`);
  const [seller, , , admin] = people as [Viewer, Viewer, Viewer, Viewer];
  return { members: people.slice(0, 3), seller, admin, items, ways: [], disputes: [] };
}

test(
  'whatever happens in whatever order, the books balance and every buyer has what they paid for',
  async () => {
    const lived = { lives: 0, steps: 0, withMoney: 0 };
    const endless = (world: World, nth: number) =>
      fc.assert(
        fc.asyncProperty(anySteps, async (steps) => {
          const { shop } = world;
          const { em, clock } = shop.world;
          const cast = await freshCast(world);
          for (const step of steps) await runStep(shop, cast, step);
          await settle(shop);
          expect(await brokenRules(em(), clock.at)).toEqual([]);
          const charged = await row(em())`select 1 from charges limit 1`;
          lived.lives += 1;
          lived.steps += steps.length;
          lived.withMoney += charged ? 1 : 0;
        }),
        {
          numRuns: Math.ceil(lives / worlds.length),
          interruptAfterTimeLimit: mostMs,
          markInterruptAsFailure: false,
          seed: seed + nth,
        },
      );
    const ends = await Promise.allSettled(worlds.map(endless));
    const broken = ends.find((end) => end.status === 'rejected');
    if (broken) throw broken.reason;
    // Runs in which every step was refused would prove nothing.
    expect(lived.withMoney / lived.lives).toBeGreaterThan(0.5);
    process.stdout.write(`${lived.lives} lives, ${lived.withMoney} with money, ${lived.steps} steps\n`);
  },
  mostMs + 60_000,
);

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brokenRules } from '../../../../tests/support/money/invariants.ts';
import {
  anyRequestSteps,
  type RequestCast,
  runRequestStep,
  settleRequests,
} from '../../../../tests/support/money/request-steps.ts';
import { testRequests } from '../../../../tests/support/money/requests.ts';
import { row } from '../../../../tests/support/sql.ts';

/** How many random runs; for a long search: REQUEST_LIVES=100000 MONEY_SEED=7 vitest run requests.property */
const lives = Number(process.env.REQUEST_LIVES ?? 20);
const seed = process.env.MONEY_SEED ? Number(process.env.MONEY_SEED) : Date.now() & 0x7fff_ffff;
/** A machine that is busy with other things stops earlier, and says so. */
const mostMs = process.env.REQUEST_LIVES ? 12 * 3_600_000 : 60_000;

const shop = testRequests();

/** New members in the same database: earlier runs must stay right. */
async function freshCast(): Promise<RequestCast> {
  const { world } = shop;
  await world.em().execute(`begin; set local session_replication_role = replica;
    ${emptied.map((table) => `delete from ${table};`).join('\n')} commit`);
  world.clock.at = new Date('2026-06-01T12:00:00.000Z');
  const creator = await world.person();
  await shop.offer(creator, { price: 4_999, days: 5, atOnce: 2 });
  const vips = [];
  for (let n = 0; n < 3; n += 1) vips.push(await world.person({ plan: 'vip' }));
  return { creator, vips, admin: await world.person({ isAdmin: true }), ways: [], disputes: [] };
}

const emptied = [
  'request_steps',
  'requests',
  'ledger_entries',
  'refunds',
  'disputes',
  'charges',
  'purchases',
  'media',
  'content_stats',
  'content',
  'provider_events',
  'event_reads',
  'rate_limits',
  'graphile_worker._private_jobs',
  'sandbox.object',
  'sandbox.event',
  'sandbox.answer',
  'sandbox.fault',
];

test(
  'whatever happens to requests, the books balance and every payment has its item or its refund',
  async () => {
    const lived = { lives: 0, paid: 0, delivered: 0, back: 0 };
    await fc.assert(
      fc.asyncProperty(anyRequestSteps, async (steps) => {
        const { em, clock } = shop.world;
        const cast = await freshCast();
        for (const step of steps) await runRequestStep(shop, cast, step);
        await settleRequests(shop);
        expect(await brokenRules(em(), clock.at)).toEqual([]);
        lived.lives += 1;
        if (await row(em())`select 1 from charges limit 1`) lived.paid += 1;
        if (await row(em())`select 1 from requests where delivered_at is not null limit 1`)
          lived.delivered += 1;
        if (await row(em())`select 1 from refunds where reason = 'request' limit 1`) lived.back += 1;
      }),
      { numRuns: lives, interruptAfterTimeLimit: mostMs, markInterruptAsFailure: false, seed },
    );
    // Runs in which every step was refused would prove nothing.
    expect(lived.paid / lived.lives).toBeGreaterThan(0.4);
    expect(Math.min(lived.delivered, lived.back)).toBeGreaterThan(0);
    process.stdout.write(`${JSON.stringify(lived)}\n`);
  },
  mostMs + 60_000,
);

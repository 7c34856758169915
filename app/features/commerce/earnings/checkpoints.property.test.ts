import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrongBalances } from '../../../../tests/support/money/true-balances.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { retryOnConflict } from '../../../db/retry-on-conflict.server.ts';
import type { PaymentState } from '../../../payments/payment-states.ts';
import { lockCharge, recordCharge, settleCharge } from '../ledger/charges.server.ts';
import { checkCheckpoints, takeCheckpoint } from './checkpoints.server.ts';
import { recordPayout } from './payouts.server.ts';

const world = testWorld();
/** How many random runs; for a long search: MONEY_LIVES=10000 */
const runs = Math.ceil(Number(process.env.MONEY_LIVES ?? 400) / 20);

type Act =
  | { do: 'sell'; seller: number; cents: number; openMs: number }
  | { do: 'refund'; nth: number; cents: number; openMs: number }
  | { do: 'dispute' | 'decide'; nth: number; openMs: number }
  | { do: 'pay out'; seller: number; cents: number; openMs: number }
  | { do: 'checkpoint'; size: number; openMs: number }
  | { do: 'look' | 'check'; openMs: number };

const openMs = fc.nat(25);
const seller = fc.nat(2);
const nth = fc.nat(20);
const sell = fc.record({ do: fc.constant('sell'), seller, cents: fc.integer({ min: 99, max: 999 }), openMs });
const anyAct = fc.oneof(
  { weight: 6, arbitrary: sell },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('refund'), nth, cents: fc.integer({ min: 1, max: 999 }), openMs }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('dispute', 'decide'), nth, openMs }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pay out'),
      seller,
      cents: fc.integer({ min: 1, max: 300 }),
      openMs,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('checkpoint'), size: fc.integer({ min: 1, max: 9 }), openMs }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('look', 'check'), openMs }) },
) as fc.Arbitrary<Act>;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
let made = 0;

async function players() {
  const sellers = [await world.person(), await world.person(), await world.person()];
  const items = [];
  for (const { id } of sellers) items.push(await world.item({ creator: id, priceCents: 499 }));
  return { sellers, items, buyer: await world.person(), admin: await world.person({ isAdmin: true }) };
}
type Players = Awaited<ReturnType<typeof players>>;

/** Sells in a transaction that stays open for a while after its entries have their ids. */
const recordSale = async (
  { sellers, items, buyer }: Players,
  act: { seller: number; cents: number; openMs: number },
) => {
  made += 1;
  const paymentId = `payment ${made}`;
  await world.em().transactional(async (em) => {
    const purchase = await row<{ id: number }>(em)`
      insert into purchases (user_id, content_id, amount_cents, status)
      values (${buyer.id}, ${items[act.seller]}, ${act.cents}, 'failed') returning id`;
    const facts = { userId: buyer.id, creatorId: sellers[act.seller]?.id ?? 0, amountCents: act.cents };
    await recordCharge(
      em,
      {
        kind: 'sale',
        title: 'Sold',
        paidAt: world.clock.at,
        paymentId,
        ...facts,
        purchaseId: purchase?.id ?? 0,
      },
      world.clock.at,
    );
    await pause(act.openMs);
  });
  return paymentId;
};

/** Several at once for one charge try again, as the product's own do. */
const refund = (paymentId: string, action: { cents: number; openMs: number }) =>
  retryOnConflict(() =>
    world.em().transactional(async (em) => {
      const found = await row<{ version: number }>(em)`
        select version from charges where payment_id = ${paymentId}`;
      const charge = found && (await lockCharge(em, paymentId, found.version));
      if (!charge) return;
      const refundedCents = charge.refundedCents + action.cents;
      await settleCharge(em, charge, { paymentId, refundedCents } as PaymentState, { at: world.clock.at });
      await pause(action.openMs);
    }),
  );

async function perform(cast: Players, sold: string[], act: Act): Promise<unknown> {
  const em = world.em();
  switch (act.do) {
    case 'sell':
      return sold.push(await recordSale(cast, act));
    case 'refund':
      return sold.length > 0 && refund(sold[act.nth % sold.length] ?? '', act);
    case 'dispute':
      return row(em)`insert into disputes (id, payment_id, status, amount_cents)
        select ${`dispute ${act.nth}`} || payment_id, payment_id, 'open', amount_cents from charges
        where payment_id = ${sold[act.nth % (sold.length || 1)] ?? ''} on conflict do nothing`;
    case 'decide':
      return row(
        em,
      )`update disputes set status = 'won' where payment_id = ${sold[act.nth % (sold.length || 1)] ?? ''}`;
    case 'pay out':
      return recordPayout(world.member(cast.admin), {
        creatorId: cast.sellers[act.seller]?.id ?? 0,
        amountCents: act.cents,
        attempt: randomUUID(),
      }).catch(() => null);
    case 'checkpoint':
      return takeCheckpoint({ em }, act.size);
    case 'check':
      // Nothing may ever differ, whatever is under way.
      return expect(await checkCheckpoints({ em })).toEqual([]);
    case 'look':
      return world.em().transactional(async (em) => {
        // One snapshot for both ways to add up.
        await row(em)`set transaction isolation level repeatable read`;
        expect(await wrongBalances(em)).toEqual([]);
      });
  }
}

test('balances are the sum of the ledger, whenever and however often checkpoints are taken', async () => {
  const cast = await players();
  const anyHands = fc.array(fc.array(anyAct, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(anyHands, async (hands) => {
      const sold: string[] = [];
      // Several hands act at once, each one act after the other.
      const ends = await Promise.allSettled(
        hands.map(async (hand) => {
          for (const act of hand) await perform(cast, sold, act);
        }),
      );
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      expect(await wrongBalances(world.em())).toEqual([]);
      await takeCheckpoint({ em: world.em() });
      expect(await wrongBalances(world.em())).toEqual([]);
    }),
    { numRuns: runs, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false },
  );
}, 120_000);

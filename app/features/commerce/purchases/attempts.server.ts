import { randomUUID } from 'node:crypto';
import { db } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { ConflictError, retryOnConflict } from '../../../db/retry-on-conflict.server.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { money } from '../../../ui/money.ts';
import { isOutdated } from '../attempts/attempt-life.ts';
import { requestedPrice } from '../custom-requests/checkout.server.ts';
import { insertPurchase } from './begin-purchase.sql.server.ts';
import { type PurchaseRow, selectPurchases } from './purchase-row.server.ts';
import { saleRefusal } from './sale-refusal.ts';

export interface PurchaseTerms {
  /** The hidden field of the page. A form sent twice makes one purchase, and an old page buys nothing. */
  attempt?: string;
  seenPriceCents?: number;
}

export const newPurchaseKey = () => `purchase:${randomUUID()}`;

/** A purchase that has not been paid yet, with the key under which the provider is called. */
export type OpenPurchase = PurchaseRow & { idempotencyKey: string };

type Attempt = { owned: PurchaseRow } | { open: OpenPurchase } | { outdated: OpenPurchase };

/** Finds the member's one open attempt to buy an item, or begins one with a fixed price and a saved key. An
 *  `outdated` attempt must be ended at the provider before another can begin.
 *  @throws NotFound, Refused when this member cannot buy the item at the price shown */
export async function findOrBeginPurchase(
  scope: MemberScope,
  contentId: number,
  terms: PurchaseTerms,
): Promise<Attempt> {
  // Two clicks on one button may insert at the same moment. The second one retries and finds the row.
  return retryOnConflict(() => scope.em.transactional((em) => findOrBeginIn(em, scope, contentId, terms)));
}

async function findOrBeginIn(
  em: Em,
  scope: MemberScope,
  contentId: number,
  { attempt, seenPriceCents }: PurchaseTerms,
): Promise<Attempt> {
  const { viewer, now } = scope;
  // An attempt references the member and the item. The member's row is locked first (`lockOrder`).
  await lockMembers(em, [viewer.id], 'key share');
  const mine = await attemptsOf(em, viewer.id, contentId);
  const owned = mine.find(({ status }) => status === 'paid');
  if (owned) return { owned };
  if (mine.some(({ status }) => status === 'review')) {
    throw refused('Your payment for this item is being checked. There is nothing more to pay.');
  }
  const priceCents = await buyable(em, scope, contentId);
  if (attempt && mine.some((each) => each.attempt === attempt && each.status !== 'pending')) {
    throw refused('This checkout is over. Open the item again if you want to buy it.');
  }
  if (seenPriceCents !== undefined && seenPriceCents !== priceCents) {
    throw refused(
      `The price has changed from ${money(seenPriceCents)} to ${money(priceCents)}. Nothing was charged.`,
    );
  }
  const pending = withKey(
    mine.find(({ status }) => status === 'pending') ??
      (await begin(em, { userId: viewer.id, contentId, priceCents, attempt, at: now() })),
  );
  return pending.amountCents !== priceCents || isOutdated(pending, now())
    ? { outdated: pending }
    : { open: pending };
}

/** The column is null only in rows that this code did not begin. Without a key of its own, an attempt could get the
 *  payment of another. @throws Error */
function withKey<Row extends PurchaseRow>(purchase: Row): Row & OpenPurchase {
  const { idempotencyKey } = purchase;
  if (idempotencyKey === null) throw new Error(`Purchase ${purchase.id} has no idempotency key`);
  return { ...purchase, idempotencyKey };
}

const refused = (message: string) => new Refused(message, { status: 409 });

const attemptsOf = (em: Em, userId: number, contentId: number) =>
  selectPurchases(em)
    .select(['p.attempt', 'p.created_at as createdAt'])
    .where('p.user_id', '=', userId)
    .where('p.content_id', '=', contentId)
    .orderBy('p.id')
    .execute();

async function buyable(em: Em, scope: MemberScope, contentId: number): Promise<number> {
  const item = await db(em)
    .selectFrom('content')
    .select(['creator_id as creatorId', 'price_cents as priceCents', 'is_for_sale as isForSale', 'status'])
    .where('id', '=', contentId)
    .executeTakeFirst();
  if (!item) throw new NotFound();
  if (item.status !== 'published') return requestedPrice({ ...scope, em }, contentId);
  const refusal = saleRefusal(item, scope.viewer.id);
  if (refusal !== null) throw refused(refusal);
  return item.priceCents ?? 0;
}

type Beginning = Omit<Parameters<typeof insertPurchase>[1], 'idempotencyKey'>;

/** Two tabs may begin at once. The second insert does nothing, and the first one's row is used. */
async function begin(em: Em, beginning: Beginning) {
  await insertPurchase(em, { ...beginning, idempotencyKey: newPurchaseKey() });
  const mine = await attemptsOf(em, beginning.userId, beginning.contentId);
  // The other tab's attempt was paid just now. The retry finds the purchase.
  if (mine.some(({ status }) => status === 'paid' || status === 'review')) throw new ConflictError();
  const begun = mine.find(({ status }) => status === 'pending');
  if (!begun) throw refused('The price has just changed. Nothing was charged. Please look at it again.');
  return begun;
}

export async function owns({ em, viewer }: MemberScope, contentId: number): Promise<boolean> {
  const found = await db(em)
    .selectFrom('purchases')
    .select('id')
    .where('user_id', '=', viewer.id)
    .where('content_id', '=', contentId)
    .where('status', '=', 'paid')
    .executeTakeFirst();
  return found !== undefined;
}

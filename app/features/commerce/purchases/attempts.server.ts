import { randomUUID } from 'node:crypto';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { ConflictError, retryOnConflict } from '../../../db/retry-on-conflict.server.ts';
import { row, rows } from '../../../db/sql.server.ts';
import type { ContentStatus } from '../../../domain/content-terms.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { money } from '../../../ui/money.ts';
import { isOutdated } from '../attempts/attempt.server.ts';
import { requestedPrice } from '../custom-requests/checkout.server.ts';
import type { PurchaseRow } from './purchase-row.server.ts';
import { purchaseColumns } from './purchase-row.server.ts';
import { type OnSale, saleRefusal } from './sale-refusal.ts';

export interface PurchaseTerms {
  /** The hidden field of the page. A form sent twice makes one purchase, and an old page buys nothing. */
  attempt?: string;
  seenPriceCents?: number;
}

export const newPurchaseKey = () => `purchase:${randomUUID()}`;

type ItemRow = OnSale & { status: ContentStatus };

type Attempt = { owned: PurchaseRow } | { open: PurchaseRow } | { outdated: PurchaseRow };

/** Finds the member's one open attempt to buy an item, or begins one with a fixed price and a saved key. An
 *  `outdated` attempt must be ended at the provider before another can begin.
 *  @throws NotFound, Refused when this member cannot buy the item at the price shown */
export async function openAttempt(
  scope: MemberScope,
  contentId: number,
  wish: PurchaseTerms,
): Promise<Attempt> {
  // Two clicks on one button may insert at the same moment. The second one retries and finds the row.
  return retryOnConflict(() => scope.em.transactional((em) => findOrBegin(em, scope, contentId, wish)));
}

async function findOrBegin(
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
  const pending =
    mine.find(({ status }) => status === 'pending') ??
    (await begin(em, { userId: viewer.id, contentId, priceCents, attempt, at: now() }));
  return pending.amountCents !== priceCents || isOutdated(pending, now())
    ? { outdated: pending }
    : { open: pending };
}

const refused = (message: string) => new Refused(message, { status: 409 });

type Attempted = PurchaseRow & { attempt: string | null; createdAt: string };

const attemptsOf = (em: Em, userId: number, contentId: number) => rows<Attempted>(em)`
  select ${purchaseColumns}, p.attempt, p.created_at as "createdAt"
  from purchases p join content c on c.id = p.content_id
  where p.user_id = ${userId} and p.content_id = ${contentId} order by p.id`;

async function buyable(em: Em, scope: MemberScope, contentId: number): Promise<number> {
  const item = await row<ItemRow>(em)`
    select creator_id as "creatorId", price_cents as "priceCents", is_for_sale as "isForSale", status
    from content where id = ${contentId}`;
  if (!item) throw new NotFound();
  if (item.status !== 'published') return requestedPrice({ ...scope, em }, contentId);
  const refusal = saleRefusal(item, scope.viewer.id);
  if (refusal !== null) throw refused(refusal);
  return item.priceCents ?? 0;
}

interface Beginning {
  userId: number;
  contentId: number;
  priceCents: number;
  attempt: string | undefined;
  at: Date;
}

/** Two tabs may begin at once. The second insert does nothing, and the first one's row is used. */
async function begin(em: Em, { userId, contentId, priceCents, attempt, at }: Beginning): Promise<Attempted> {
  await row(em)`
    insert into purchases (user_id, content_id, amount_cents, title, attempt, idempotency_key, created_at)
    select ${userId}::int, c.id, ${priceCents}::int, c.title, ${attempt ?? null}::text, ${newPurchaseKey()},
      ${at}::timestamptz
    from content c left join requests r
      on r.content_id = c.id and r.requester_id = ${userId}::int and r.state = 'accepted'
    where c.id = ${contentId} and ${priceCents}::int
      = case when c.made_for = ${userId}::int then r.price_cents when c.is_for_sale then c.price_cents end
    on conflict (user_id, content_id) where status in ('pending', 'paid', 'review') do nothing`;
  const mine = await attemptsOf(em, userId, contentId);
  // The other tab's attempt was paid just now. The retry finds the purchase.
  if (mine.some(({ status }) => status === 'paid' || status === 'review')) throw new ConflictError();
  const begun = mine.find(({ status }) => status === 'pending');
  if (!begun) throw refused('The price has just changed. Nothing was charged. Please look at it again.');
  return begun;
}

export async function owns({ em, viewer }: MemberScope, contentId: number): Promise<boolean> {
  const found = await row(em)`
    select 1 from purchases where user_id = ${viewer.id} and content_id = ${contentId} and status = 'paid'`;
  return found !== null;
}

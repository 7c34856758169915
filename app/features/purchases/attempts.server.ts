import { randomUUID } from 'node:crypto';
import type { Em } from '../../db/orm.server.ts';
import { row, rows } from '../../db/sql.server.ts';
import { Stale, untilFresh } from '../../db/until-fresh.server.ts';
import { NotFound, Refused } from '../../errors.ts';
import type { MemberScope } from '../../scope.ts';
import { money } from '../../ui/money.ts';
import type { ContentStatus } from '../content/words.ts';
import { requestedPrice } from '../requests/checkout.server.ts';
import type { PurchaseRow } from './charges.server.ts';
import { purchaseColumns } from './fulfil.server.ts';
import { type OnSale, saleRefusal } from './sale-refusal.ts';

export interface PurchaseWish {
  /** The hidden field of the page; sending it twice is one purchase, and an old page buys nothing. */
  attempt?: string;
  /** The price that the page showed, in cents; another price now is refused. */
  seenPriceCents?: number;
}

/** Providers forget a key after a day, and the pages of an attempt as well. */
const attemptLifeMs = 20 * 3_600_000;

export const newPurchaseKey = () => `purchase:${randomUUID()}`;

type ItemRow = OnSale & { status: ContentStatus };

type Attempt = { owned: PurchaseRow } | { open: PurchaseRow } | { outdated: PurchaseRow };

/**
 * The member's one open attempt to buy an item: found again, or begun with its price frozen and its key saved.
 * `outdated` must be ended at the provider before another can begin.
 * @throws NotFound, Refused when the item cannot be bought by this member at the price they saw
 */
export async function openAttempt(
  scope: MemberScope,
  contentId: number,
  wish: PurchaseWish,
): Promise<Attempt> {
  // Two presses of one button may write at the same moment: whoever was later looks again and finds the row.
  return untilFresh(() => scope.em.transactional((em) => findOrBegin(em, scope, contentId, wish)));
}

async function findOrBegin(
  em: Em,
  scope: MemberScope,
  contentId: number,
  { attempt, seenPriceCents }: PurchaseWish,
): Promise<Attempt> {
  const { viewer, now } = scope;
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
  const isOld = now().getTime() - new Date(pending.createdAt).getTime() > attemptLifeMs;
  return pending.amountCents !== priceCents || isOld ? { outdated: pending } : { open: pending };
}

const refused = (message: string) => new Refused(message, { status: 409 });

type Attempted = PurchaseRow & { attempt: string | null; createdAt: string };

const attemptsOf = (em: Em, userId: number, contentId: number) => rows<Attempted>(em)`
  select ${purchaseColumns}, p.attempt, p.created_at as "createdAt"
  from purchases p join content c on c.id = p.content_id
  where p.user_id = ${userId} and p.content_id = ${contentId} order by p.id`;

/** The item's price now, in cents. @throws NotFound, Refused when this member cannot buy it */
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

/** Two tabs may begin at once: the second finds the first one's row. */
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
  // The other tab was paid in this very moment: what it bought is found on the next look.
  if (mine.some(({ status }) => status === 'paid' || status === 'review')) throw new Stale();
  const begun = mine.find(({ status }) => status === 'pending');
  if (!begun) throw refused('The price has just changed. Nothing was charged. Please look at it again.');
  return begun;
}

/** Whether the member bought the item and still has it. */
export async function owns({ em, viewer }: MemberScope, contentId: number): Promise<boolean> {
  const found = await row(em)`
    select 1 from purchases where user_id = ${viewer.id} and content_id = ${contentId} and status = 'paid'`;
  return found !== null;
}

import type { Em } from '../../../db/orm.server.ts';
import { run } from '../../../db/raw.server.ts';

interface Beginning {
  userId: number;
  contentId: number;
  priceCents: number;
  attempt: string | undefined;
  idempotencyKey: string;
  at: Date;
}

/** Begins an attempt, if the item still has this price for the member and no other purchase of it is open or paid. */
export const insertPurchase = (
  em: Em,
  { userId, contentId, priceCents, attempt, idempotencyKey, at }: Beginning,
) =>
  run(em)`
  insert into purchases (user_id, content_id, amount_cents, title, attempt, idempotency_key, created_at)
  select ${userId}::int, c.id, ${priceCents}::int, c.title, ${attempt ?? null}::text, ${idempotencyKey},
    ${at}::timestamptz
  from content c left join requests r
    on r.content_id = c.id and r.requester_id = ${userId}::int and r.state = 'accepted'
  where c.id = ${contentId} and ${priceCents}::int
    = case when c.made_for = ${userId}::int then r.price_cents when c.is_for_sale then c.price_cents end
  on conflict (user_id, content_id) where status in ('pending', 'paid', 'review') do nothing`;

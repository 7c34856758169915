import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import { type AskVerdict, askRefusal, mayAsk } from './may-ask.ts';
import { isBeforeDelivery, isUnfinished } from './move.server.ts';
import type { OfferInput } from './request.schema.ts';

export interface Offer {
  priceCents: number;
  days: number;
  atOnce: number;
  note: string | null;
  isOpen: boolean;
}

/** The member's own offer. Null if never set. */
export const ownOffer = ({ em, viewer }: MemberScope): Promise<Offer | null> =>
  row<Offer>(em)`
    select price_cents as "priceCents", days, at_once as "atOnce", note, is_open as "isOpen"
    from request_offers where creator_id = ${viewer.id}`;

/** Sets the offer for future requests. Taking requests also turns on `acceptsRequests` in the profile. */
export async function saveOffer({ em, viewer, now }: MemberScope, offer: OfferInput): Promise<void> {
  await em.transactional(async (inside) => {
    await lockMembers(inside, [viewer.id]);
    await row(inside)`
      insert into request_offers (creator_id, price_cents, days, at_once, note, is_open, updated_at)
      values (${viewer.id}, ${offer.price}, ${offer.days}, ${offer.atOnce}, ${offer.note}, ${offer.isOpen}, ${now()})
      on conflict (creator_id) do update set price_cents = excluded.price_cents, days = excluded.days,
        at_once = excluded.at_once, note = excluded.note, is_open = excluded.is_open,
        updated_at = excluded.updated_at`;
    if (offer.isOpen) await row(inside)`update users set accepts_requests = true where id = ${viewer.id}`;
  });
}

export interface OfferTo extends Omit<Offer, 'isOpen'> {
  creatorId: number;
  username: string;
  name: string;
  free: number;
  verdict: AskVerdict;
}

interface OfferRow extends Omit<OfferTo, 'free' | 'verdict' | keyof Omit<Offer, 'isOpen'>> {
  priceCents: number | null;
  days: number | null;
  atOnce: number | null;
  note: string | null;
  isOpen: boolean;
  isActive: boolean;
  isBlocked: boolean;
  hasOpen: boolean;
  taken: number;
}

/** Null if the creator has set no offer. @throws NotFound without such a creator */
export async function offerOf(
  { em, viewer }: Pick<Scope, 'em' | 'viewer'>,
  username: string,
): Promise<OfferTo | null> {
  const id = viewer?.id ?? null;
  const found = /^[\w-]{1,40}$/.test(username)
    ? await row<OfferRow>(em)`
        select u.id as "creatorId", u.username::text, u.first_name || ' ' || u.last_name as name,
          o.price_cents as "priceCents", o.days, o.at_once as "atOnce", o.note,
          coalesce(o.is_open, false) and u.accepts_requests as "isOpen", u.status = 'active' as "isActive",
          exists (select 1 from blocks where (member_id, blocked_id) in ((u.id, ${id}::int), (${id}::int, u.id)))
            as "isBlocked",
          exists (select 1 from requests where creator_id = u.id and requester_id = ${id}::int
            and ${isUnfinished}) as "hasOpen",
          (select count(*)::int from requests where creator_id = u.id and ${isBeforeDelivery})
            as taken
        from users u left join request_offers o on o.creator_id = u.id
        where u.username = ${username} and u.status <> 'deleted'`
    : null;
  if (!found) throw new NotFound();
  const { priceCents, days, atOnce, isOpen, isActive, isBlocked, hasOpen, taken, ...offer } = found;
  if (priceCents === null || days === null || atOnce === null) return null;
  const verdict = mayAsk({
    plan: viewer?.plan ?? null,
    isSelf: viewer?.id === offer.creatorId,
    isActive,
    isOffered: isOpen,
    isBlocked,
    hasOpen,
    taken,
    atOnce,
  });
  return { ...offer, priceCents, days, atOnce, free: Math.max(0, atOnce - taken), verdict };
}

/** @throws NotFound; Refused with what would allow the member to ask */
export async function askableOffer(scope: { em: Em; viewer: MemberScope['viewer'] }, username: string) {
  const offer = await offerOf(scope, username);
  if (!offer) throw new Refused('This member takes no requests.');
  if (offer.verdict === 'yes') return offer;
  const { text, link } = askRefusal(offer.verdict, { ...offer, next: `/creators/${username}/request` });
  throw new Refused(text, { link });
}

import { countAll, db, sql } from '../../../../db/kysely.server.ts';
import { lockMembers } from '../../../../db/lock-order.server.ts';
import type { Em } from '../../../../db/orm.server.ts';
import { NotFound, Refused } from '../../../../errors.ts';
import type { MemberScope, Scope } from '../../../../scope.ts';
import { fullName } from '../../../identity/accounts/full-name.server.ts';
import type { OfferInput } from '../request.schema.ts';
import { isBeforeDelivery, isUnfinished } from '../steps/move.server.ts';
import { type AskVerdict, askRefusal, mayAsk } from './may-ask.ts';

export interface Offer {
  priceCents: number;
  days: number;
  atOnce: number;
  note: string | null;
  isOpen: boolean;
}

/** The member's own offer. Null if never set. */
export async function ownOffer({ em, viewer }: MemberScope): Promise<Offer | null> {
  const own = await db(em)
    .selectFrom('request_offers')
    .select(['price_cents as priceCents', 'days', 'at_once as atOnce', 'note', 'is_open as isOpen'])
    .where('creator_id', '=', viewer.id)
    .executeTakeFirst();
  return own ?? null;
}

/** Sets the offer for future requests. Taking requests also turns on `acceptsRequests` in the profile. */
export async function saveOffer({ em, viewer, now }: MemberScope, offer: OfferInput): Promise<void> {
  await em.transactional(async (inside) => {
    await lockMembers(inside, [viewer.id]);
    const values = {
      price_cents: offer.price,
      days: offer.days,
      at_once: offer.atOnce,
      note: offer.note,
      is_open: offer.isOpen,
      updated_at: now(),
    };
    await db(inside)
      .insertInto('request_offers')
      .values({ creator_id: viewer.id, ...values })
      .onConflict((conflict) => conflict.column('creator_id').doUpdateSet(values))
      .execute();
    if (!offer.isOpen) return;
    await db(inside)
      .updateTable('users')
      .set({ accepts_requests: true })
      .where('id', '=', viewer.id)
      .execute();
  });
}

export interface OfferTo extends Omit<Offer, 'isOpen'> {
  creatorId: number;
  username: string;
  name: string;
  free: number;
  verdict: AskVerdict;
}

/** Null if the creator has set no offer. @throws NotFound without such a creator */
export async function offerOf(
  { em, viewer }: Pick<Scope, 'em' | 'viewer'>,
  username: string,
): Promise<OfferTo | null> {
  const found = /^[\w-]{1,40}$/.test(username) ? await findOffer(em, viewer?.id ?? null, username) : null;
  if (!found) throw new NotFound();
  const { priceCents, days, atOnce, isOpen, accepts, status, isBlocked, hasOpen, taken, ...offer } = found;
  if (priceCents === null || days === null || atOnce === null) return null;
  const verdict = mayAsk({
    plan: viewer?.plan ?? null,
    isSelf: viewer?.id === offer.creatorId,
    isActive: status === 'active',
    isOffered: isOpen === true && accepts,
    isBlocked,
    hasOpen,
    taken,
    atOnce,
  });
  return { ...offer, priceCents, days, atOnce, free: Math.max(0, atOnce - taken), verdict };
}

const findOffer = (em: Em, viewerId: number | null, username: string) =>
  db(em)
    .selectFrom('users as u')
    .leftJoin('request_offers as o', 'o.creator_id', 'u.id')
    .select([
      'u.id as creatorId',
      'u.username',
      fullName.as('name'),
      'u.status',
      'u.accepts_requests as accepts',
    ])
    .select(['o.price_cents as priceCents', 'o.days', 'o.at_once as atOnce', 'o.note', 'o.is_open as isOpen'])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('blocks')
          .select('member_id')
          .where(
            sql<boolean>`(member_id, blocked_id) in ((u.id, ${viewerId}::int), (${viewerId}::int, u.id))`,
          ),
      )
        .$castTo<boolean>()
        .as('isBlocked'),
      exists(
        selectFrom('requests')
          .select('requests.id')
          .whereRef('creator_id', '=', 'u.id')
          .where('requester_id', '=', sql<number>`${viewerId}::int`)
          .where(isUnfinished),
      )
        .$castTo<boolean>()
        .as('hasOpen'),
      selectFrom('requests')
        .select(countAll().as('count'))
        .whereRef('creator_id', '=', 'u.id')
        .where(isBeforeDelivery)
        .$asScalar()
        .$notNull()
        .as('taken'),
    ])
    .where('u.username', '=', username)
    .where('u.status', '<>', 'deleted')
    .executeTakeFirst();

/** @throws NotFound; Refused with what would allow the member to ask */
export async function askableOffer(scope: { em: Em; viewer: MemberScope['viewer'] }, username: string) {
  const offer = await offerOf(scope, username);
  if (!offer) throw new Refused('This member is not taking requests.');
  if (offer.verdict === 'yes') return offer;
  const { text, link } = askRefusal(offer.verdict, { ...offer, next: `/creators/${username}/request` });
  throw new Refused(text, { link });
}

import { db } from '../../../db/kysely.server.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { fullName } from '../../identity/accounts/full-name.server.ts';
import { isPaidFor } from './steps/states.ts';

export interface RequestedItem {
  requestId: number;
  title: string;
  creator: string;
  priceCents: number;
  isPaid: boolean;
  isOpen: boolean;
}

type CheckoutScope = Pick<MemberScope, 'em' | 'viewer' | 'now'>;

/** The member's request behind an unpublished item. Null for ordinary items. */
export async function requestedItem(
  { em, viewer, now }: CheckoutScope,
  contentId: number,
): Promise<RequestedItem | null> {
  const found = await db(em)
    .selectFrom('requests as r')
    .innerJoin('content as c', 'c.id', 'r.content_id')
    .innerJoin('users as u', 'u.id', 'r.creator_id')
    .select(['r.id as requestId', 'c.title', 'r.price_cents as priceCents', 'r.state', 'r.due_at as dueAt'])
    .select(['u.status as creatorStatus', fullName.as('creator')])
    .where('r.content_id', '=', contentId)
    .where('r.requester_id', '=', viewer.id)
    .where('c.status', 'in', ['draft', 'private'])
    .executeTakeFirst();
  if (!found) return null;
  const { state, dueAt, creatorStatus, ...request } = found;
  const isInTime = dueAt !== null && new Date(dueAt) > now();
  return {
    ...request,
    isPaid: isPaidFor(state),
    isOpen: state === 'accepted' && isInTime && creatorStatus === 'active',
  };
}

/** The item's price in cents. @throws NotFound for other members, Refused after the deadline */
export async function requestedPrice(scope: CheckoutScope, contentId: number): Promise<number> {
  const request = await requestedItem(scope, contentId);
  if (!request) throw new NotFound();
  if (!request.isOpen) throw new Refused('This request no longer needs a payment.', { status: 409 });
  return request.priceCents;
}

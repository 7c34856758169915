import { row } from '../../../db/sql.server.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';

export interface MadeFor {
  requestId: number;
  title: string;
  creator: string;
  priceCents: number;
  isPaid: boolean;
  isOpen: boolean;
}

type Asking = Pick<MemberScope, 'em' | 'viewer' | 'now'>;

/** The member's request behind an unpublished item. Null for ordinary items. */
export const madeFor = ({ em, viewer, now }: Asking, contentId: number): Promise<MadeFor | null> =>
  row<MadeFor>(em)`
    select r.id as "requestId", c.title, u.first_name || ' ' || u.last_name as creator,
      r.price_cents as "priceCents", r.state in ('paid', 'delivered', 'disputed', 'done') as "isPaid",
      r.state = 'accepted' and r.due_at > ${now()} and u.status = 'active' as "isOpen"
    from requests r join content c on c.id = r.content_id join users u on u.id = r.creator_id
    where r.content_id = ${contentId} and r.requester_id = ${viewer.id} and c.status in ('draft', 'private')`;

/** The item's price in cents. @throws NotFound for other members, Refused after the deadline */
export async function requestedPrice(asking: Asking, contentId: number): Promise<number> {
  const request = await madeFor(asking, contentId);
  if (!request) throw new NotFound();
  if (!request.isOpen) throw new Refused('This request waits for no payment any more.', { status: 409 });
  return request.priceCents;
}

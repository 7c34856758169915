import { row } from '../../../db/sql.server.ts';
import type { Scope } from '../../../scope.ts';

/** The request for which an item was made, for its two sides, until the item is public (ADR-025). Null for other
 *  viewers and other items. */
export async function requestOfItem({ em, viewer }: Scope, contentId: number): Promise<number | null> {
  if (!viewer) return null;
  const found = await row<{ id: number }>(em)`
    select r.id from requests r join content c on c.id = r.content_id
    where c.id = ${contentId} and c.status <> 'published'
      and (r.requester_id = ${viewer.id} or r.creator_id = ${viewer.id})`;
  return found?.id ?? null;
}

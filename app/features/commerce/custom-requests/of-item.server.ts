import { db } from '../../../db/kysely.server.ts';
import type { Scope } from '../../../scope.ts';

/** The request of an item that is not public yet, for its two sides (ADR-025); null for all others. */
export async function requestOfItem({ em, viewer }: Scope, contentId: number): Promise<number | null> {
  if (!viewer) return null;
  const found = await db(em)
    .selectFrom('requests as r')
    .innerJoin('content as c', 'c.id', 'r.content_id')
    .select('r.id')
    .where('c.id', '=', contentId)
    .where('c.status', '<>', 'published')
    .where((eb) => eb.or([eb('r.requester_id', '=', viewer.id), eb('r.creator_id', '=', viewer.id)]))
    .executeTakeFirst();
  return found?.id ?? null;
}

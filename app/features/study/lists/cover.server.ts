import { db, sql } from '../../../db/kysely.server.ts';
import type { Scope } from '../../../scope.ts';
import type { PictureFacts } from '../../../ui/pictures/picture.tsx';
import { pictureOf } from '../../core/media/pictures.server.ts';
import { visibleCards } from '../../library/catalog/cards.server.ts';
import type { ShownList } from './access.server.ts';

/** The cover of a course: the picture of the chosen item while it is on the course, else of the first one. The viewer
 *  gets it as they may see it, so that of a locked item there is only the teaser. Null for a list, and where the viewer
 *  may see no such item. */
export async function coverOf(
  scope: Scope,
  { id, kind, coverId }: Pick<ShownList, 'id' | 'kind' | 'coverId'>,
): Promise<PictureFacts | null> {
  if (kind !== 'course') return null;
  const found = await db(scope.em)
    .selectFrom('list_entries')
    .select(sql<number>`content_id`.as('contentId'))
    .where('list_id', '=', id)
    .where('content_id', 'is not', null)
    .orderBy(sql`content_id is not distinct from ${coverId}::int`, 'desc')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  const card = found && (await visibleCards(scope, [found.contentId])).get(found.contentId);
  return card?.media ? pictureOf(scope, card.media, card.mediaAccess, { alt: '' }) : null;
}

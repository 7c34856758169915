import { bigint, compiledOnce, countAll, db, sql } from '../../../db/kysely.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutForwardPage, type ForwardRequest, type PageOf } from '../../core/lists/keyset.ts';
import { isBlockedPair } from './blocked-pair.server.ts';
import { beyond, type CommentFacts, commentOf, cursorOf, largest, shownAmong } from './comments.server.ts';
import { mostCounted } from './paths.ts';

/** A question with the item that it is about. */
export interface Question extends CommentFacts {
  title: string;
}

/** Items whose comments are shown; those of an item that was taken down come back with it. */
const withComments = ['published', 'private'] as const;

const selectUnanswered = compiledOnce(
  (tables, { creatorId, before, most }: { creatorId: number; before: number; most: number }) =>
    shownAmong(tables, creatorId)
      .innerJoin('content as i', 'i.id', 'c.content_id')
      .select('i.title')
      .where('c.asked_id', '=', creatorId)
      .where('i.status', 'in', withComments)
      .where('c.id', '<', bigint(before))
      .orderBy('c.id', 'desc')
      .limit(most),
);

/** The questions on the viewer's items that they have not answered, the newest first. */
export async function listUnanswered(
  { em, viewer }: MemberScope,
  { size, after }: ForwardRequest,
): Promise<PageOf<Question>> {
  const creatorId = viewer.id;
  const before = beyond(after) ?? largest;
  const fetched = await selectUnanswered(em, { creatorId, before, most: size + 1 });
  const page = cutForwardPage(fetched, size, cursorOf);
  const items = page.items.map(({ title, ...row }) => ({ ...commentOf(row, { creatorId }), title }));
  return { ...page, items };
}

/** How many questions wait for the viewer, at most `mostCounted`. */
export async function countUnanswered({ em, viewer }: MemberScope): Promise<number> {
  const { count } = await db(em)
    .selectFrom((eb) =>
      eb
        .selectFrom('comments as c')
        .innerJoin('content as i', 'i.id', 'c.content_id')
        .select('c.id')
        .where('c.asked_id', '=', viewer.id)
        .where('i.status', 'in', withComments)
        .where(sql<boolean>`not ${isBlockedPair(viewer.id, 'c.member_id')}`)
        .limit(mostCounted)
        .as('asked'),
    )
    .select(countAll().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

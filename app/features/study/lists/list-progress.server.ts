import { anyOf, countAll, db } from '../../../db/kysely.server.ts';
import type { MemberScope } from '../../../scope.ts';

/** How many items of each of these lists the viewer has seen, in one statement. */
export async function seenOn({ em, viewer }: MemberScope, listIds: number[]): Promise<Map<number, number>> {
  if (listIds.length === 0) return new Map();
  const counted = await db(em)
    .selectFrom('list_entries as e')
    .innerJoinLateral(
      // The limit keeps PostgreSQL from reading all marks of a member who has many.
      (eb) =>
        eb
          .selectFrom('watched')
          .select('content_id')
          .where('user_id', '=', viewer.id)
          .whereRef('content_id', '=', 'e.content_id')
          .where('seen_at', 'is not', null)
          .limit(1)
          .as('w'),
      (join) => join.onTrue(),
    )
    .select(['e.list_id as id', countAll().as('seen')])
    .where('e.list_id', '=', anyOf('int4', listIds))
    .groupBy('e.list_id')
    .execute();
  return new Map(counted.map(({ id, seen }) => [id, seen]));
}

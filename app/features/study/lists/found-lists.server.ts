import { db, sql } from '../../../db/kysely.server.ts';
import type { Scope } from '../../../scope.ts';

/** A word that many titles have is not looked up further than this. */
const mostCompared = 200;

/** Public lists and courses that have all words of a search in their title; those with most followers come first. */
export const foundLists = ({ em }: Pick<Scope, 'em'>, search: string, most: number) =>
  db(em)
    .selectFrom((eb) =>
      eb
        .selectFrom('lists as l')
        .innerJoin('users as u', 'u.id', 'l.member_id')
        .select(['l.id', 'l.kind', 'l.title', 'l.entry_count as entryCount'])
        .select(sql<string>`u.first_name || ' ' || u.last_name`.as('ownerName'))
        .where(
          sql<boolean>`to_tsvector('english', plain_text(l.title))
            @@ websearch_to_tsquery('english', plain_text(${search}))`,
        )
        .where('l.visibility', '=', 'public')
        .where('l.entry_count', '>', 0)
        .where('u.status', '=', 'active')
        .limit(mostCompared)
        .as('found'),
    )
    .select(['id', 'kind', 'title', 'entryCount', 'ownerName'])
    .orderBy(
      (eb) =>
        eb
          .selectFrom((of) =>
            of
              .selectFrom('list_follows')
              .select('list_id')
              .whereRef('list_id', '=', 'found.id')
              .limit(mostCompared)
              .as('follows'),
          )
          .select((of) => of.fn.countAll().as('count')),
      'desc',
    )
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

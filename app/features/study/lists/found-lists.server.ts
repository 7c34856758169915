import { compiledOnce, sql } from '../../../db/kysely.server.ts';
import type { Scope } from '../../../scope.ts';

/** The newest public lists, which are looked through one by one: most words that many titles have are among them. */
const newestRead = 500;
/** Of other words, so many lists are compared. */
const mostCompared = 200;

/** Public lists and courses that have all words of a search in their title; those with most followers come first. The
 *  index of words would collect every list that has a common word, so it is asked only when the newest lists do not
 *  have enough of them. */
export const foundLists = ({ em }: Pick<Scope, 'em'>, search: string, most: number) =>
  selectFound(em, { search, most });

const selectFound = compiledOnce((tables, { search, most }: { search: string; most: number }) => {
  // Written out, because the indexes of public lists are found by these words.
  const isPublic = sql<boolean>`l.visibility = 'public' and l.entry_count > 0`;
  const matches = sql<boolean>`to_tsvector('english', plain_text(l.title))
    @@ websearch_to_tsquery('english', plain_text(${search}))`;
  const columns = ['l.id', 'l.kind', 'l.title', 'l.entry_count', 'l.member_id'] as const;
  return tables
    .with('newest', (newest) =>
      newest
        .selectFrom((eb) =>
          eb
            .selectFrom('lists as l')
            .select(columns)
            .where(isPublic)
            .orderBy('l.id', 'desc')
            .limit(newestRead)
            .as('l'),
        )
        .select(columns)
        .where(matches)
        .limit(mostCompared),
    )
    .with('others', (others) =>
      others
        .selectFrom('lists as l')
        .select(columns)
        .where(isPublic)
        .where(matches)
        .where((eb) => eb(eb.selectFrom('newest').select(eb.fn.countAll().as('count')), '<', most))
        .limit(mostCompared),
    )
    .selectFrom((eb) =>
      eb.selectFrom('newest').selectAll().union(eb.selectFrom('others').selectAll()).as('found'),
    )
    .innerJoinLateral(
      // The limit keeps PostgreSQL from reading all members for a few lists.
      (eb) =>
        eb
          .selectFrom('users')
          .select(sql<string>`first_name || ' ' || last_name`.as('name'))
          .whereRef('id', '=', 'found.member_id')
          .where('status', '=', 'active')
          .limit(1)
          .as('owner'),
      (join) => join.onTrue(),
    )
    .select(['found.id', 'found.kind', 'found.title', 'found.entry_count as entryCount'])
    .select('owner.name as ownerName')
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
    .orderBy('found.id', 'desc')
    .limit(most);
});

import type { RawBuilder } from 'kysely';
import type { Em } from '../../db/orm.server.ts';
import { fragment, rows } from '../../db/sql.server.ts';

/** How many of the newest items are looked through first, and how many older matches are taken at most. */
const newest = 5_000;
const mostMatches = 2_000;
const mostGuesses = 48;

/**
 * The ids that a search may show, or null when nothing is searched for. Words are matched with stemming;
 * when no word is found, names that look alike are taken and `isGuess` says so.
 *
 * Two steps (postgres.md §2): a plain `@@` with order and limit walks the whole feed at a million rows
 * when a word matches nothing, so the newest rows are looked through first and the index asked only
 * for what is missing from the page. `enough` is null when the order is not the feed's.
 */
export async function matchesOf(
  em: Em,
  search: string,
  where: RawBuilder<unknown>[],
  enough: number | null,
): Promise<{ ids: number[] | null; isGuess: boolean }> {
  if (search === '') return { ids: null, isGuess: false };
  const conditions = fragment.join(where, fragment` and `);
  const query = fragment`websearch_to_tsquery('english', plain_text(${search}))`;
  const recent = enough
    ? fragment`recent as materialized (
        select n.id from (
          select id, published_at from content where status = 'published'
          order by published_at desc, id desc limit ${newest}
        ) n join content c on c.id = n.id join content_stats s on s.content_id = c.id
        where c.search @@ ${query} and ${conditions}
        order by n.published_at desc, n.id desc limit ${enough}
      ),`
    : fragment`recent as materialized (select 0 as id where false),`;
  const found = await rows<{ id: number }>(em)`
    with ${recent}
    older as materialized (
      select c.id from content c join content_stats s on s.content_id = c.id
      where c.status = 'published' and c.search @@ ${query} and ${conditions}
        and (select count(*) from recent) < ${enough ?? 1}
      limit ${mostMatches}
    )
    select id from recent union select id from older`;
  if (found.length > 0) return { ids: found.map(({ id }) => id), isGuess: false };
  return { ids: await lookAlikes(em, search, conditions), isGuess: true };
}

/** Items whose title or tags look like the search: 'armbr', 'trianlge', 'mata leao' without its accent. */
async function lookAlikes(em: Em, search: string, conditions: RawBuilder<unknown>): Promise<number[]> {
  if (search.length < 3) return [];
  const found = await rows<{ id: number }>(em)`
    select c.id from content c join content_stats s on s.content_id = c.id
    where c.status = 'published' and plain_text(${search}) <% c.name_search and ${conditions}
    order by word_similarity(plain_text(${search}), c.name_search) desc, c.id desc
    limit ${mostGuesses}`;
  return found.map(({ id }) => id);
}

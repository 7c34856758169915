import type { Em } from '../../../db/orm.server.ts';
import { int, nullable, oneOf, type RawBuilder, rows, sql, text } from '../../../db/raw.server.ts';
import { visibilities } from './list-terms.ts';

/** Of so many own lists and followed ones, those that were changed or followed last, it is asked how far they are. */
const mostOfEach = 20;

/** Lists of which the member has seen something, but not all; the one they went on with last comes first. Only what is
 *  published counts, and `next` is the place of the first item that is not seen.
 *  @param memberId also as a column of a statement around it */
export const selectInProgress = (memberId: number | RawBuilder<number>, most: number) => sql`
    select l.id, l.title, l.visibility, l.link_key as "linkKey", p.seen, p.total, p.next
    from (
      (select id from lists where member_id = ${memberId} order by updated_at desc, id desc limit ${sql.lit(mostOfEach)})
      union
      (select l.id from (
          select list_id from list_follows where member_id = ${memberId}
          order by created_at desc, list_id desc limit ${sql.lit(mostOfEach)}
        ) f
        join lists l on l.id = f.list_id and l.visibility = 'public'
        join users u on u.id = l.member_id and u.status = 'active')
    ) mine
    join lists l on l.id = mine.id
    cross join lateral (
      select count(w.seen_at)::int as seen, count(*)::int as total,
        (min(e.position) filter (where w.seen_at is null))::int as next, max(w.seen_at) as last_seen
      from list_entries e
      join content c on c.id = e.content_id and c.status = 'published'
      left join watched w on w.user_id = ${memberId} and w.content_id = e.content_id
      where e.list_id = l.id
    ) p
    where p.seen > 0 and p.seen < p.total
    order by p.last_seen desc, l.id limit ${sql.lit(most)}`;

export const listsInProgress = (em: Em, memberId: number, most: number) =>
  rows(em, {
    id: int,
    title: text,
    visibility: oneOf(visibilities),
    linkKey: nullable(text),
    seen: int,
    total: int,
    next: int,
  })`${selectInProgress(memberId, most)}`;

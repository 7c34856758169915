import { z } from 'zod';
import { fewOf } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { json, rows, sql } from '../../../db/raw.server.ts';
import { selectInProgress } from '../lists/in-progress.sql.server.ts';
import { visibilities } from '../lists/list-terms.ts';

const line = z.object({
  id: z.int(),
  title: z.string(),
  visibility: z.enum(visibilities),
  linkKey: z.string().nullable(),
  seen: z.int(),
  total: z.int(),
  next: z.int(),
});

/** For each of these members, in their order: the ids of the videos that they began and did not finish, the last first,
 *  and their lists in progress. In one statement, because a member's feed asks for both. The limits are no parameters, because PostgreSQL would then plan
 *  the statement at each execution, which takes as long as the rest. */
export const goingOnRows = (em: Em, memberIds: number[], most: { begun: number; lists: number }) =>
  rows(em, { begun: json(z.array(z.int())), lists: json(z.array(line)) })`
  select
    coalesce((
      select jsonb_agg(b.content_id) from (
        select content_id from watched
        where user_id = asked.member_id and last_at is not null and seconds > 0 and seen_at is null
        order by last_at desc, content_id desc limit ${sql.lit(most.begun)}
      ) b
    ), '[]') as begun,
    coalesce((select jsonb_agg(p) from (${selectInProgress(sql`asked.member_id`, most.lists)}) p), '[]') as lists
  from unnest(${fewOf('int4', memberIds)}) with ordinality as asked (member_id, n) order by asked.n`;

import type { Em } from '../../../db/orm.server.ts';
import { int, rows, sql } from '../../../db/raw.server.ts';

/** The newest published items whose title, tags or creator's name hold these words. */
export const findItemIds = (em: Em, words: string, most: number) => {
  const pattern = sql`'%' || regexp_replace(plain_text(${words}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
  return rows(em, { id: int })`
    select id from (
      (select id, published_at from content
        where status = 'published' and name_search like ${pattern}
        order by published_at desc, id desc limit ${most}::int)
      union
      (select c.id, c.published_at from users u join content c on c.creator_id = u.id and c.status = 'published'
        where u.name_search like ${pattern}
        order by c.published_at desc, c.id desc limit ${most}::int)
    ) found order by published_at desc, id desc limit ${most}::int`;
};

import { z } from 'zod';
import type { Em } from '../../../db/orm.server.ts';
import { int, json, nullable, oneOf, type RowOf, row, rows, sql, texts } from '../../../db/raw.server.ts';
import { captionLanguages } from '../../../domain/caption-languages.ts';
import { downloadRights } from '../../../domain/content-terms.ts';
import type { Sql } from '../../core/lists/read-list.sql.server.ts';
import type { Card } from '../catalog/cards.server.ts';
import { cardColumns, cardShape, cardTables, mediaObject, shownMedia } from '../catalog/cards.sql.server.ts';

const itemMedia = z.array(shownMedia.extend({ captions: z.array(z.enum(captionLanguages)) }));
const partsShape = {
  steps: texts,
  stepCount: int,
  pictureCount: int,
  videoCount: int,
  /** The length of the first video, where its file says it. */
  videoMs: nullable(int),
  downloads: oneOf(downloadRights),
  allMedia: json(itemMedia),
};
/** What an item's page shows besides its card. */
export type ItemParts = RowOf<typeof partsShape>;

/** The parts of an item that its card does not hold. Of a locked item the media and all steps but the first stay
 *  unread; one that is only a single step keeps that too. */
export const itemParts = (em: Em, id: number, isLocked: boolean) =>
  row(em, partsShape)`
    select cardinality(steps) as "stepCount", downloads, n."pictureCount", n."videoCount", n."videoMs",
      case when not ${isLocked} then steps when cardinality(steps) > 1 then steps[1:1] else '{}' end as steps,
      coalesce((
        select jsonb_agg(${mediaObject} || jsonb_build_object('captions', (
            select coalesce(jsonb_agg(language order by language), '[]') from captions
            where media_id = media.id)) order by position, id) from media
        where content_id = content.id and status = 'ready' and not ${isLocked}
      ), '[]') as "allMedia"
    from content, lateral (
      select count(*) filter (where kind = 'image')::int as "pictureCount",
        count(*) filter (where kind = 'video')::int as "videoCount",
        (array_agg(duration_ms order by position, id) filter (where kind = 'video'))[1] as "videoMs"
      from media where content_id = content.id and status = 'ready'
    ) n where id = ${id}`;

/** How many of the newest items are searched for shared tags. */
const lookedThrough = 500;

/** The cards of items similar in technique, tags, creator and category, most similar first. */
export const similarCards = (em: Em, item: Card, limit: number) => {
  const newest = (where: Sql, count: number) => sql`(
    select id from content where status = 'published' and ${where}
    order by published_at desc, id desc limit ${count})`;
  return rows(em, cardShape)`
    with alike as (
      ${newest(sql`creator_id = ${item.creatorId}`, 12)}
      union ${newest(sql`technique_type = ${item.techniqueType}`, 24)}
      union ${newest(sql`category = ${item.category}`, 12)}
      union (select id from (
        select id, tags from content where status = 'published'
        order by published_at desc, id desc limit ${lookedThrough}
      ) recent where tags && ${item.tags}::text[] limit 24)
    ), best as materialized (
      select c.id, (case when c.technique_type = ${item.techniqueType} then 3 else 0 end)
        + (case when c.category = ${item.category} then 2 else 0 end)
        + 2 * cardinality(array(select unnest(c.tags) intersect select unnest(${item.tags}::text[])))
        + (case when c.creator_id = ${item.creatorId} then 1 else 0 end) as score, c.published_at
      from alike join content c on c.id = alike.id where c.id <> ${item.id}
      order by score desc, c.published_at desc, c.id desc limit ${limit}
    )
    select ${cardColumns} from best join (${cardTables}) on c.id = best.id
    order by best.score desc, best.published_at desc, best.id desc`;
};

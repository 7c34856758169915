import { fragment, row, rows } from '../../../db/sql.server.ts';
import type { CaptionLanguage } from '../../../domain/caption-languages.ts';
import type { DownloadRight } from '../../../domain/content-terms.ts';
import type { Scope } from '../../../scope.ts';
import type { MediaRow } from '../../core/media/pictures.server.ts';
import {
  type Card,
  type CardRow,
  cardColumns,
  cardTables,
  findCard,
  markCards,
  mediaObject,
} from '../catalog/cards.server.ts';

/** An item with all that its page shows; locked parts are not read, so that they cannot leak. */
export interface Item extends Card {
  steps: string[];
  stepCount: number;
  downloads: DownloadRight;
  allMedia: (MediaRow & { id: number; captions: CaptionLanguage[] })[];
}

/** @throws NotFound as `findCard` */
export async function findItem(scope: Scope, id: number): Promise<Item> {
  const card = await findCard(scope, id);
  const isLocked = card.mediaAccess === 'locked';
  const more = await row<Pick<Item, 'steps' | 'stepCount' | 'downloads' | 'allMedia'>>(scope.em)`
    select cardinality(steps) as "stepCount", downloads,
      case when ${isLocked} then '{}' else steps end as steps,
      coalesce((
        select jsonb_agg(${mediaObject} || jsonb_build_object('captions', (
            select coalesce(jsonb_agg(language order by language), '[]') from captions
            where media_id = media.id)) order by position, id) from media
        where content_id = content.id and status = 'ready' and not ${isLocked}
      ), '[]') as "allMedia"
    from content where id = ${id}`;
  return { ...card, steps: [], stepCount: 0, downloads: 'nobody', allMedia: [], ...more };
}

/** How many of the newest items are searched for shared tags. */
const lookedThrough = 500;

/** Items similar in technique, tags, creator and category, most similar first. */
export async function relatedItems(scope: Scope, item: Card, limit: number): Promise<Card[]> {
  const newest = (where: ReturnType<typeof fragment>, count: number) => fragment`(
    select id from content where status = 'published' and ${where}
    order by published_at desc, id desc limit ${count})`;
  const found = await rows<CardRow>(scope.em)`
    with alike as (
      ${newest(fragment`creator_id = ${item.creatorId}`, 12)}
      union ${newest(fragment`technique_type = ${item.techniqueType}`, 24)}
      union ${newest(fragment`category = ${item.category}`, 12)}
      union (select id from (
        select id, tags from content where status = 'published'
        order by published_at desc, id desc limit ${lookedThrough}
      ) recent where tags && ${item.tags}::text[] limit 24)
    ), best as materialized (
      select c.id, (case when c.technique_type = ${item.techniqueType} then 3 else 0 end)
        + 2 * cardinality(array(select unnest(c.tags) intersect select unnest(${item.tags}::text[])))
        + (case when c.creator_id = ${item.creatorId} then 1 else 0 end) as score, c.published_at
      from alike join content c on c.id = alike.id where c.id <> ${item.id}
      order by score desc, c.published_at desc, c.id desc limit ${limit}
    )
    select ${cardColumns} from best join (${cardTables}) on c.id = best.id
    order by best.score desc, best.published_at desc, best.id desc`;
  return markCards(scope, found);
}

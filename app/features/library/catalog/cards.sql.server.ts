import { z } from 'zod';
import type { Em } from '../../../db/orm.server.ts';
import {
  bool,
  decimal,
  int,
  json,
  moment,
  nullable,
  oneOf,
  type RowOf,
  row,
  rows,
  sql,
  text,
  texts,
} from '../../../db/raw.server.ts';
import {
  categories,
  contentStates,
  contentTypes,
  difficultyLevels,
  suggestedBelts,
  techniqueTypes,
} from '../../../domain/content-terms.ts';
import { tiers } from '../../../domain/tiers.ts';
import { variants, videoStates, videoSteps, widthSteps } from '../../../media/media.ts';
import type { Sql } from '../../core/lists/read-list.sql.server.ts';

export const shownMedia = z.object({
  id: z.int(),
  key: z.string(),
  kind: z.enum(['image', 'video']),
  mime: z.string(),
  width: z.int(),
  height: z.int(),
  color: z.string(),
  widths: z.array(z.literal(widthSteps)),
  streamOf: z.enum(variants).nullable(),
  videoState: z.enum(videoStates).nullable(),
  videoProgress: z.int().nullable(),
  videoSteps: z.array(z.literal(videoSteps)),
  hasFull: z.boolean(),
});
export type ShownMedia = z.output<typeof shownMedia>;

export const mediaObject = sql`jsonb_build_object('id', id, 'key', key, 'kind', kind, 'mime', mime,
  'width', width, 'height', height, 'color', color, 'widths', widths, 'streamOf', stream_of,
  'videoState', video_state, 'videoProgress', video_progress, 'videoSteps', video_steps,
  'hasFull', has_full)`;

/** What `cardColumns` answer. `tier` is the item's own; a `Card` has the one that opens it now. */
export const cardShape = {
  id: int,
  creatorId: int,
  creatorUsername: text,
  creatorFirstName: text,
  creatorLastName: text,
  creatorImageKey: nullable(text),
  title: text,
  description: nullable(text),
  tags: texts,
  tier: oneOf(tiers),
  earlyUntil: nullable(moment),
  category: oneOf(categories),
  techniqueType: nullable(oneOf(techniqueTypes)),
  difficultyLevel: oneOf(difficultyLevels),
  beltLevelRequired: oneOf(suggestedBelts),
  contentType: oneOf(contentTypes),
  isForSale: bool,
  priceCents: nullable(int),
  status: oneOf(contentStates),
  createdAt: moment,
  publishedAt: nullable(moment),
  views: int,
  likes: int,
  sales: int,
  ratingAverage: decimal,
  ratingCount: int,
  media: nullable(json(shownMedia)),
  /** The first video, which may come after images. */
  video: nullable(
    json(
      shownMedia
        .pick({ key: true, mime: true, videoSteps: true, videoState: true })
        .extend({ hasLoop: z.boolean() }),
    ),
  ),
  /** The keys of the images after the first one, at most two. */
  moreImages: texts,
};
export type CardRow = RowOf<typeof cardShape>;

export const cardColumns = sql`c.id, c.creator_id as "creatorId", u.username::text as "creatorUsername",
  u.first_name as "creatorFirstName", u.last_name as "creatorLastName",
  u.profile_image_key as "creatorImageKey", c.title, c.description, c.tags, c.tier, c.early_until as "earlyUntil",
  c.category, c.technique_type as "techniqueType", c.difficulty_level as "difficultyLevel",
  c.belt_level_required as "beltLevelRequired", c.content_type as "contentType",
  c.is_for_sale as "isForSale", c.price_cents as "priceCents", c.status,
  c.created_at as "createdAt", c.published_at as "publishedAt", s.views, s.likes, s.sales,
  s.rating_average as "ratingAverage", s.rating_count as "ratingCount", m.media, f.video,
  coalesce(g.keys, '{}') as "moreImages"`;

export const cardTables = sql`content c
  join users u on u.id = c.creator_id
  join content_stats s on s.content_id = c.id
  left join lateral (
    select ${mediaObject} as media from media
    where content_id = c.id and status = 'ready' order by position, id limit 1
  ) m on true
  left join lateral (
    select jsonb_build_object('key', key, 'mime', mime, 'videoSteps', video_steps, 'videoState', video_state,
      'hasLoop', has_loop) as video from media
    where content_id = c.id and status = 'ready' and kind = 'video' and c.content_type <> 'image'
    order by position, id limit 1
  ) f on true
  left join lateral (
    select array_agg(key order by position, id) as keys from (
      select key, position, id from media
      where content_id = c.id and status = 'ready' and kind = 'image' and c.content_type <> 'video'
      order by position, id offset 1 limit 2
    ) further
  ) g on true`;

export const cardOf = (em: Em, id: number) =>
  row(em, cardShape)`select ${cardColumns} from ${cardTables} where c.id = ${id}`;

export const publishedCards = (em: Em, ids: number[]) => cardsAmong(em, ids, sql`c.status = 'published'`);

/** In every state; `visibleCards` leaves out what the viewer may not see. */
export const cardsInAnyState = (em: Em, ids: number[]) => cardsAmong(em, ids, sql`true`);

const cardsAmong = (em: Em, ids: number[], condition: Sql) =>
  rows(em, cardShape)`select ${cardColumns} from ${cardTables}
    where c.id = any(${ids}::int[]) and ${condition}`;

import type { Em } from '../../../db/orm.server.ts';
import { json, rows, run } from '../../../db/raw.server.ts';
import { mediaObject, type ShownMedia, shownMedia } from '../catalog/cards.sql.server.ts';

/** The ready media of an item, in order. */
export async function readyMedia(em: Em, contentId: number): Promise<ShownMedia[]> {
  const found = await rows(em, { media: json(shownMedia) })`
    select ${mediaObject} as media from media
    where content_id = ${contentId} and status = 'ready' order by position, id`;
  return found.map(({ media }) => media);
}

/** Gives these media the positions from 0, in the order of the list. */
export const numberMedia = (em: Em, ids: number[]) =>
  run(em)`
    update media set position = place.position - 1
    from unnest(${ids}::bigint[]) with ordinality as place (id, position) where media.id = place.id`;

/** Sets an item's type by the kinds of its ready media; without any it stays. */
export const noteKinds = (em: Em, contentId: number, now: Date) =>
  run(em)`
    update content set updated_at = ${now}, content_type = coalesce((
      select case when count(distinct kind) > 1 then 'mixed' else min(kind) end
      from media where content_id = ${contentId} and status = 'ready' having count(*) > 0), content_type)
    where id = ${contentId}`;

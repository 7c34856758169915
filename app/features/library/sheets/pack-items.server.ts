import { anyOf, db } from '../../../db/kysely.server.ts';
import { mayDownload } from '../../../domain/can-view.ts';
import type { Scope } from '../../../scope.ts';
import type { MediaRow } from '../../core/media/pictures.server.ts';
import type { Card } from '../catalog/cards.server.ts';
import { downloadRefusals } from '../items/download.server.ts';
import { studyOfItem } from './item-study.server.ts';
import type { StudyItem } from './study.ts';

/** A medium of an item that its viewer may open. */
export type PackMedia = MediaRow & { id: number; bytes: number };

export interface OpenItem {
  shown: StudyItem;
  media: PackMedia[];
  /** Why its media cannot be saved; null where they can. */
  refusal: string | null;
}

/** The steps and media of items that the viewer may open, in two statements for all.
 *  @param open never locked ones */
export async function openItems(scope: Scope, open: readonly Card[]): Promise<OpenItem[]> {
  if (open.length === 0) return [];
  const ids = open.map(({ id }) => id);
  const [parts, media] = await Promise.all([partsOf(scope, ids), mediaOf(scope, ids)]);
  return open.flatMap((card) => {
    const part = parts.get(card.id);
    if (!part) return [];
    const own = media.get(card.id) ?? [];
    const videos = own.filter(({ kind }) => kind === 'video');
    const { steps, downloads } = part;
    const counts = { videoCount: videos.length, pictureCount: own.length - videos.length };
    const shown = studyOfItem(scope, {
      ...card,
      ...counts,
      steps,
      stepCount: steps.length,
      videoMs: videos[0]?.durationMs ?? null,
    });
    const isAllowed = mayDownload(scope.viewer, { ...card, downloads }, scope.now());
    return [{ shown, media: own, refusal: isAllowed ? null : downloadRefusals[downloads] }];
  });
}

async function partsOf({ em }: Scope, ids: number[]) {
  const parts = await db(em)
    .selectFrom('content')
    .select(['id', 'steps', 'downloads'])
    .where('id', '=', anyOf('int4', ids))
    .execute();
  return new Map(parts.map((part) => [part.id, part]));
}

async function mediaOf({ em }: Scope, ids: number[]) {
  const media = await db(em)
    .selectFrom('media')
    .select(['id', 'content_id as contentId', 'key', 'kind', 'mime', 'width', 'height', 'color', 'bytes'])
    .select(['widths', 'duration_ms as durationMs', 'video_state as videoState', 'video_steps as videoSteps'])
    .where('content_id', '=', anyOf('int4', ids))
    .where('status', '=', 'ready')
    .orderBy('content_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return Map.groupBy(media, ({ contentId }) => contentId ?? 0);
}

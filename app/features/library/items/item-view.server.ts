import { mayDownload } from '../../../domain/can-view.ts';
import { includesPlan, planNames } from '../../../domain/plans.ts';
import type { Scope } from '../../../scope.ts';
import type { PictureFacts } from '../../../ui/pictures/picture.tsx';
import { pictureOf } from '../../core/media/pictures.server.ts';
import { type PlaybackChoice, type VideoView, videoView } from '../../core/media/video-view.server.ts';
import { cardItem } from '../catalog/card-item.server.ts';
import type { Item } from './item.server.ts';
import { clockOf, stepOf } from './step.ts';

export interface ShownMedia {
  id: number;
  picture: PictureFacts;
  video: VideoView | null;
}

/** An item as its page shows it to this viewer; it contains nothing locked. */
export function itemView(scope: Scope, item: Item, playback: PlaybackChoice = { quality: null, from: null }) {
  const { viewer } = scope;
  const isOwn = viewer?.id === item.creatorId;
  const firstVideo = item.allMedia.findIndex(({ kind }) => kind === 'video');
  const steps = item.steps.map(stepOf);
  const hasChapters = steps.some(({ at }) => at !== null);
  return {
    ...cardItem(scope, item),
    creatorUsername: item.creatorUsername,
    description: item.description,
    steps,
    stepCount: item.stepCount,
    pictureCount: item.pictureCount,
    videoCount: item.videoCount,
    videoLength: item.videoMs === null ? null : clockOf(Math.max(1, Math.round(item.videoMs / 1000))),
    tags: item.tags,
    category: item.category,
    techniqueType: item.techniqueType,
    difficultyLevel: item.difficultyLevel,
    beltLevelRequired: item.beltLevelRequired,
    totalRatings: item.ratingCount,
    publishedAt: item.publishedAt,
    isBought: item.bought,
    includedIn:
      viewer && !isOwn && !item.bought && item.tier !== 'free' && includesPlan(viewer.plan, item.tier)
        ? planNames[viewer.plan]
        : null,
    isOwn,
    mayDelete: item.status !== 'withdrawn' && (isOwn || Boolean(viewer?.isAdmin)),
    media: item.allMedia.map((media, index) =>
      shownMedia(scope, item, media, {
        // Only the first video has chapters, and begins at the moment that the address asks for.
        playback: index === firstVideo ? { ...playback, hasChapters } : { ...playback, from: null },
        alt: `${item.title}, ${index + 1} of ${item.allMedia.length}`,
      }),
    ),
    downloads: item.downloads,
    mayDownload: mayDownload(viewer, item, scope.now()),
    shareImage: shareImage(scope, item),
    url: `${scope.origin}/content/${item.id}`,
  };
}
export type ItemView = ReturnType<typeof itemView>;

function shownMedia(
  scope: Scope,
  { id, mediaAccess }: Item,
  media: Item['allMedia'][number],
  { playback, alt }: { playback: PlaybackChoice; alt: string },
): ShownMedia {
  const isVideo = media.kind === 'video';
  const largest = scope.visitor.savesData ? 640 : 1280;
  return {
    id: media.id,
    picture: pictureOf(scope, media, mediaAccess, { alt, largest }),
    video: isVideo ? videoView(scope, media, { itemId: id, mediaAccess, playback }) : null,
  };
}

/** The same share card for every viewer. */
function shareImage({ origin }: Scope, { id, media }: Item): string | null {
  return media && `${origin}/content/${id}/card.jpg`;
}

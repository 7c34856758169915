import { isPlayable, videoVariant } from '../../media/media.ts';
import type { Scope } from '../../scope.ts';
import type { PictureFacts } from '../../ui/picture.tsx';
import { cardItem } from './card-item.server.ts';
import type { Item } from './item.server.ts';
import { type MediaRow, mediaAddress, pictureOf } from './pictures.server.ts';

/** A picture, or a film with its poster; a film that browsers cannot play is offered as a download. */
export interface ShownMedia {
  id: number;
  picture: PictureFacts;
  film: { src: string; mime: string; isPlayable: boolean; streams: string | null } | null;
}

/** An item as its page shows it to this viewer; what is locked is not in it. */
export function itemView(scope: Scope, item: Item) {
  const { viewer } = scope;
  const isOwn = viewer?.id === item.creatorId;
  return {
    ...cardItem(scope, item),
    creatorUsername: item.creatorUsername,
    description: item.description,
    steps: item.steps,
    stepCount: item.stepCount,
    tags: item.tags,
    category: item.category,
    techniqueType: item.techniqueType,
    difficultyLevel: item.difficultyLevel,
    beltLevelRequired: item.beltLevelRequired,
    totalRatings: item.ratingCount,
    publishedAt: item.publishedAt,
    isPublished: item.status === 'published',
    isBought: item.bought,
    isOwn,
    mayDelete: item.status !== 'withdrawn' && (isOwn || Boolean(viewer?.isAdmin)),
    media: item.allMedia.map((media, index) =>
      shownMedia(scope, item, media, `${item.title}, ${index + 1} of ${item.allMedia.length}`),
    ),
    shareImage: shareImage(scope, item),
    url: `${scope.origin}/content/${item.id}`,
  };
}
export type ItemView = ReturnType<typeof itemView>;

function shownMedia(
  scope: Scope,
  { openness }: Item,
  media: MediaRow & { id: number },
  alt: string,
): ShownMedia {
  const variant = media.kind === 'video' ? videoVariant(media.mime) : null;
  return {
    id: media.id,
    picture: pictureOf(scope, media, openness, { alt, largest: 1280 }),
    film: variant && {
      src: mediaAddress(scope, media.key, variant, openness),
      mime: media.mime,
      isPlayable: isPlayable(media.mime),
      streams:
        media.streamOf && openness === 'everybody'
          ? mediaAddress(scope, media.key, 'stream.m3u8', openness)
          : null,
    },
  };
}

/** What other sites may show: the picture of a free item, of any other the teaser, whoever shares it. */
function shareImage(scope: Scope, { media, openness }: Item): string | null {
  if (!media) return null;
  const { src } = pictureOf(scope, media, openness === 'everybody' ? openness : 'locked', { alt: '' });
  return new URL(src, scope.origin).href;
}

import type { Scope } from '../../scope.ts';
import type { PictureFacts } from '../../ui/picture.tsx';
import { mayDownload } from './can-view.ts';
import { cardItem } from './card-item.server.ts';
import { type FilmView, filmView, type Wishes } from './film-view.server.ts';
import type { Item } from './item.server.ts';
import { pictureOf } from './pictures.server.ts';

/** A picture, or a film with its poster. */
export interface ShownMedia {
  id: number;
  picture: PictureFacts;
  film: FilmView | null;
}

/** An item as its page shows it to this viewer; what is locked is not in it. */
export function itemView(scope: Scope, item: Item, wishes: Wishes = { quality: null }) {
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
    isBought: item.bought,
    isOwn,
    mayDelete: item.status !== 'withdrawn' && (isOwn || Boolean(viewer?.isAdmin)),
    media: item.allMedia.map((media, index) =>
      shownMedia(scope, item, media, {
        wishes,
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
  { id, openness }: Item,
  media: Item['allMedia'][number],
  { wishes, alt }: { wishes: Wishes; alt: string },
): ShownMedia {
  const isFilm = media.kind === 'video';
  const largest = scope.visitor.savesData ? 640 : 1280;
  return {
    id: media.id,
    picture: pictureOf(scope, media, openness, { alt, largest }),
    film: isFilm ? filmView(scope, media, { itemId: id, openness, wishes }) : null,
  };
}

/** What other sites may show of it: a card that is drawn for everybody alike. */
function shareImage({ origin }: Scope, { id, media }: Item): string | null {
  return media && `${origin}/content/${id}/card.jpg`;
}

import type { Scope } from '../../../scope.ts';
import { pictureOf } from '../../core/media/pictures.server.ts';
import { handleOf } from '../../library/catalog/card-item.server.ts';
import type { EntryView } from './entry-list.server.ts';

/** An entry as its card shows it; of a locked item the picture is the teaser. */
export function entryCard(scope: Scope, { card, ...entry }: EntryView) {
  return {
    ...entry,
    item: card && {
      id: card.id,
      tier: card.tier,
      locked: card.mediaAccess === 'locked',
      creator: `${card.creatorFirstName} ${card.creatorLastName}`,
      handle: handleOf(card.creatorUsername, card.creatorId),
      watched: card.watched,
      seen: card.seen,
      picture: card.media && pictureOf(scope, card.media, card.mediaAccess, { alt: '', largest: 320 }),
    },
  };
}
export type EntryCardFacts = ReturnType<typeof entryCard>;

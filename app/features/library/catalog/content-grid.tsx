import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { keptMarkup } from '../../../ui/kept-markup.ts';
import { viewerClock } from '../../../ui/time-zone.ts';
import { type CardItem, type CardPlace, ContentCard } from './content-card.tsx';

/** The first row loads at once, the rest when it comes near. */
const eagerCards = 4;

export interface ContentGridProps extends Omit<CardPlace, 'loading' | 'urgent'> {
  items: readonly CardItem[];
  isSignedIn: boolean;
  /** False when the grid is below the first screen. */
  isFirst?: boolean;
}

export function ContentGrid({ items, isSignedIn, isFirst = true, ...place }: ContentGridProps) {
  if (items.length === 0) return <NoContent isSignedIn={isSignedIn} />;
  const cells = items.map((item, index) =>
    cellOf({
      ...place,
      item,
      loading: isFirst && index < eagerCards ? 'eager' : 'lazy',
      urgent: isFirst && index === 0,
    }),
  );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React made each of them of its card
  return <ul className="grid" data-grid="" dangerouslySetInnerHTML={{ __html: cells.join('') }} />;
}

const kept = keptMarkup();

/** A card is a function of its properties, so the same properties need one rendering. The end of early access is said
 *  in the viewer's zone. */
function cellOf(card: CardPlace & { item: CardItem }): string {
  const zone = card.item.earlyUntil ? viewerClock().zone : null;
  return kept(JSON.stringify([card, zone]), () => (
    <li>
      <ContentCard {...card} />
    </li>
  ));
}

export function NoContent({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <Empty title="No content found" text="Try adjusting your filters or search terms">
      {!isSignedIn && <ButtonLink href="/auth">Sign in to explore more content</ButtonLink>}
    </Empty>
  );
}

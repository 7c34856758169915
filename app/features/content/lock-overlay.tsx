import { Icon } from '../../ui/icon.tsx';
import { money } from '../../ui/money.ts';
import type { Tier } from './words.ts';

interface LockOverlayProps {
  tier: Tier;
  priceCents?: number | null;
  /** The landing page says the same of every tier (experience.md §2). */
  words?: string;
}

/** Lies over the blurred teaser of a locked item and says what unlocks it. */
export function LockOverlay({ tier, priceCents, words }: LockOverlayProps) {
  return (
    <div className="lock">
      <Icon name="lock" />
      <strong>{words ?? (tier === 'vip' ? 'VIP Only' : 'Subscribe to view')}</strong>{' '}
      <span className="lock__way">
        {tier === 'vip' ? 'With VIP' : 'With Premium or VIP'}
        {priceCents ? `, or buy it for ${money(priceCents)}` : ''}
      </span>
    </div>
  );
}

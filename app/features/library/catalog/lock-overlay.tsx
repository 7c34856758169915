import type { Tier } from '../../../domain/tiers.ts';
import { money } from '../../../ui/money.ts';

interface LockOverlayProps {
  tier: Tier;
  priceCents?: number | null;
  /** The landing page uses one text for every tier (E2.23). */
  words?: string;
}

/** A ribbon on the teaser of a locked item, which says what unlocks it (E2.61). */
export function LockOverlay({ tier, priceCents, words }: LockOverlayProps) {
  return (
    <div className="lock">
      <strong>{words ?? (tier === 'vip' ? 'VIP Only' : 'Subscribe to view')}</strong>{' '}
      <span className="lock__way">
        {tier === 'vip' ? 'With VIP' : 'With Premium or VIP'}
        {priceCents ? `, or buy it for ${money(priceCents)}` : ''}
      </span>
    </div>
  );
}

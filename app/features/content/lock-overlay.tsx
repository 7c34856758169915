import { Icon } from '../../ui/icon.tsx';
import { money } from '../../ui/money.ts';
import type { Tier } from './words.ts';

/** Lies over the blurred teaser of a locked item and says what unlocks it. */
export function LockOverlay({ tier, priceCents }: { tier: Tier; priceCents?: number | null }) {
  return (
    <div className="lock">
      <Icon name="lock" />
      <strong>{tier === 'vip' ? 'VIP Only' : 'Subscribe to view'}</strong>{' '}
      <span className="lock__way">
        {tier === 'vip' ? 'With VIP' : 'With Premium or VIP'}
        {priceCents ? `, or buy it for ${money(priceCents)}` : ''}
      </span>
    </div>
  );
}

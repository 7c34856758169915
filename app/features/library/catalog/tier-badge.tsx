import type { Tier } from '../../../domain/tiers.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { IconName } from '../../../ui/pictures/icon.tsx';

const looks: Record<Tier, { label: string; icon?: IconName }> = {
  free: { label: 'Free' },
  premium: { label: 'Premium', icon: 'gem' },
  vip: { label: 'VIP', icon: 'crown' },
};

/** The tier in words, in its own colour unless an admin chose another. */
export function TierBadge({ tier, colour }: { tier: Tier; colour?: string }) {
  const { label, icon } = looks[tier];
  return (
    <Badge tier={tier} icon={icon} colour={colour}>
      {label}
    </Badge>
  );
}

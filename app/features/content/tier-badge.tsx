import { Badge } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import type { Tier } from './words.ts';

const looks: Record<Tier, { label: string; icon?: IconName }> = {
  free: { label: 'Free' },
  premium: { label: 'Premium', icon: 'gem' },
  vip: { label: 'VIP', icon: 'crown' },
};

/** The tier in words; its belt colour comes with it unless an admin chose another (`colour`). */
export function TierBadge({ tier, colour }: { tier: Tier; colour?: string }) {
  const { label, icon } = looks[tier];
  return (
    <Badge tier={tier} icon={icon} colour={colour}>
      {label}
    </Badge>
  );
}

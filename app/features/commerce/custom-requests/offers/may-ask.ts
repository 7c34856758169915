import { includesPlan } from '../../../../domain/plans.ts';
import type { Tier } from '../../../../domain/tiers.ts';

export interface Asking {
  /** Null for a visitor. */
  plan: Tier | null;
  isSelf: boolean;
  isActive: boolean;
  /** The creator has set a price and takes requests. */
  isOffered: boolean;
  isBlocked: boolean;
  hasOpen: boolean;
  taken: number;
  atOnce: number;
}

export type AskVerdict = 'yes' | 'self' | 'closed' | 'sign-in' | 'plan' | 'open' | 'full';

/** Decides who may ask a creator for a technique (E1.19, ADR-025): a VIP, with one open request per creator, while
 *  the creator takes requests and has a free place. */
export function mayAsk(asking: Asking): AskVerdict {
  if (asking.isSelf) return 'self';
  if (!asking.isOffered || !asking.isActive || asking.isBlocked) return 'closed';
  if (asking.plan === null) return 'sign-in';
  if (asking.hasOpen) return 'open';
  if (!includesPlan(asking.plan, 'vip')) return 'plan';
  return asking.taken >= asking.atOnce ? 'full' : 'yes';
}

interface RefusalText {
  text: string;
  link?: { href: string; label: string };
}

export function askRefusal(
  verdict: Exclude<AskVerdict, 'yes'>,
  { name, atOnce, next }: { name: string; atOnce: number; next: string },
): RefusalText {
  switch (verdict) {
    case 'self':
      return { text: 'You cannot ask yourself. Your own offer is under Requests.' };
    case 'closed':
      return { text: `${name} is not taking requests at the moment.` };
    case 'sign-in':
      return {
        text: 'VIP Elite members can ask for a technique made for them. Sign up to start.',
        link: { href: `/auth?tab=sign-up&next=${encodeURIComponent(next)}`, label: 'Sign up' },
      };
    case 'plan':
      return {
        text: 'Custom requests come with VIP Elite.',
        link: { href: '/subscribe?plan=vip', label: 'Get VIP Elite' },
      };
    case 'open':
      return {
        text: `You already have an open request with ${name}. You can send another once it is finished.`,
        link: { href: '/requests', label: 'See your requests' },
      };
    default:
      return {
        text: `${name} takes ${atOnce === 1 ? 'one request' : `${atOnce} requests`} at a time, and has no free place right now. Try again once one is delivered or declined.`,
      };
  }
}

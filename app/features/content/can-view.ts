import { includesPlan } from '../plans/plans.ts';
import { tierNow } from './early.ts';
import type { ContentStatus, DownloadRight, Tier } from './words.ts';

/** What the access rule must know of an item; `bought` is about the viewer who asks. */
export interface Guarded {
  creatorId: number;
  tier: Tier;
  /** Until when VIPs have it to themselves. */
  earlyUntil: Date | string | null;
  status: ContentStatus;
  bought: boolean;
}

/**
 * The one access rule (decisions 1): a free item, or one's own, or an admin, or bought and not refunded,
 * or a plan that reaches the item's tier, which is VIP's until its early access is over. Drafts are their creator's,
 * and a private item its creator's and its buyer's (decision 025). A withdrawn item is deleted for
 * everybody but its buyers (decisions 2), for its creator too, and so is that of a suspended creator while it
 * lasts; admins still see it, to settle disputes.
 */
export function canView(
  viewer: { id: number; isAdmin: boolean; plan: Tier } | null,
  item: Guarded,
  now: Date,
): boolean {
  if (viewer?.isAdmin) return true;
  if (item.status === 'withdrawn' || item.status === 'suspended') return viewer !== null && item.bought;
  if (viewer?.id === item.creatorId) return true;
  if (item.status === 'draft') return false;
  if (item.status === 'private') return viewer !== null && item.bought;
  return isForEverybody(item, now) || (viewer !== null && (item.bought || reaches(viewer.plan, item, now)));
}

/**
 * Who may save the best file of what they can see: Premium and VIP (experience.md §1, 'high-res downloads') and buyers,
 * where the creator lets them (decision 030); the creator and admins always.
 */
export const mayDownload = (
  viewer: Parameters<typeof canView>[0],
  item: Guarded & { downloads: DownloadRight },
  now: Date,
): boolean => {
  if (viewer === null || !canView(viewer, item, now)) return false;
  if (viewer.isAdmin || viewer.id === item.creatorId) return true;
  if (item.downloads === 'nobody') return false;
  return item.bought || (item.downloads === 'members' && includesPlan(viewer.plan, 'premium'));
};

const reaches = (plan: Tier, item: Guarded, now: Date) => includesPlan(plan, tierNow(item, now));

/** Whether an item needs no account at all, so that its bytes may be kept by anybody. */
export const isForEverybody = (item: Omit<Guarded, 'creatorId' | 'bought'>, now: Date): boolean =>
  item.status === 'published' && tierNow(item, now) === 'free';

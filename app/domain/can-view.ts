import type { ContentStatus, DownloadRight } from './content-terms.ts';
import { tierNow } from './early.ts';
import { includesPlan } from './plans.ts';
import type { Tier } from './tiers.ts';

/** The facts of an item that the access rule needs; `bought` is about the asking viewer. */
export interface AccessFacts {
  creatorId: number;
  tier: Tier;
  earlyUntil: Date | string | null;
  status: ContentStatus;
  bought: boolean;
}

/** The one access rule (E4.9, E4.10, E4.11). Viewers open free items, their own, those they bought and were not
 *  refunded for, and those that their plan includes; admins open all. During early access the tier is VIP (ADR-018).
 *  Only the creator opens a draft; only creator and buyer open a private item (ADR-025). A withdrawn or suspended
 *  item opens for its buyers, and for admins to settle disputes. */
export function canView(
  viewer: { id: number; isAdmin: boolean; plan: Tier } | null,
  item: AccessFacts,
  now: Date,
): boolean {
  if (viewer?.isAdmin) return true;
  if (item.status === 'withdrawn' || item.status === 'suspended') return viewer !== null && item.bought;
  if (viewer?.id === item.creatorId) return true;
  if (item.status === 'draft') return false;
  if (item.status === 'private') return viewer !== null && item.bought;
  return isPublic(item, now) || (viewer !== null && (item.bought || includesTier(viewer.plan, item, now)));
}

/** Whether the viewer may save the best file: Premium, VIP and buyers, as its creator allows (E1.13, ADR-030). */
export const mayDownload = (
  viewer: Parameters<typeof canView>[0],
  item: AccessFacts & { downloads: DownloadRight },
  now: Date,
): boolean => {
  if (viewer === null || !canView(viewer, item, now)) return false;
  if (viewer.isAdmin || viewer.id === item.creatorId) return true;
  if (item.downloads === 'nobody') return false;
  return item.bought || (item.downloads === 'members' && includesPlan(viewer.plan, 'premium'));
};

const includesTier = (plan: Tier, item: AccessFacts, now: Date) => includesPlan(plan, tierNow(item, now));

/** Whether an item opens without an account, so that shared caches may keep its files. */
export const isPublic = (item: Omit<AccessFacts, 'creatorId' | 'bought'>, now: Date): boolean =>
  item.status === 'published' && tierNow(item, now) === 'free';

import { row } from '../../db/sql.server.ts';
import type { MemberScope } from '../../scope.ts';
import { balanceOf } from '../earnings/earnings.server.ts';

export interface CreatorStats {
  totalViews: number;
  totalLikes: number;
  totalContent: number;
  subscribers: number;
  /** Dollars: the creator's half of every sale, less what was paid back to buyers. */
  totalEarnings: number;
}

/** The member's own figures over what they have published, as /api/creator-stats and /api/creator/stats answer. */
export async function creatorStats({ em, viewer }: MemberScope): Promise<CreatorStats> {
  const counted = await row<Omit<CreatorStats, 'totalEarnings'>>(em)`
    select coalesce(sum(s.views), 0)::int as "totalViews", coalesce(sum(s.likes), 0)::int as "totalLikes",
      count(*)::int as "totalContent",
      coalesce((select followers from follower_counts where creator_id = ${viewer.id}), 0) as subscribers
    from content c join content_stats s on s.content_id = c.id
    where c.creator_id = ${viewer.id} and c.status = 'published'`;
  const { earnedCents } = await balanceOf(em, viewer.id);
  const nothing = { totalViews: 0, totalLikes: 0, totalContent: 0, subscribers: 0 };
  return { ...nothing, ...counted, totalEarnings: earnedCents / 100 };
}

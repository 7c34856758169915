import { row } from '../../../db/sql.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { balanceOf } from './earnings.server.ts';

export interface CreatorStats {
  totalViews: number;
  totalLikes: number;
  totalContent: number;
  subscribers: number;
  /** In dollars: half of every sale, less refunds (C6.6). */
  totalEarnings: number;
}

export async function creatorStats({ em, viewer }: MemberScope): Promise<CreatorStats> {
  const counted = await row<Omit<CreatorStats, 'totalEarnings'>>(em)`
    select coalesce(t.views, 0) as "totalViews", coalesce(t.likes, 0) as "totalLikes",
      u.published_items as "totalContent", coalesce(f.followers, 0) as subscribers
    from users u left join creator_totals t on t.creator_id = u.id
    left join follower_counts f on f.creator_id = u.id
    where u.id = ${viewer.id}`;
  const { earnedCents } = await balanceOf(em, viewer.id);
  const nothing = { totalViews: 0, totalLikes: 0, totalContent: 0, subscribers: 0 };
  return { ...nothing, ...counted, totalEarnings: earnedCents / 100 };
}

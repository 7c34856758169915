import { db } from '../../../db/kysely.server.ts';
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
  const counted = await db(em)
    .selectFrom('users as u')
    .leftJoin('creator_totals as t', 't.creator_id', 'u.id')
    .leftJoin('follower_counts as f', 'f.creator_id', 'u.id')
    .select(['t.views', 't.likes', 'u.published_items as items', 'f.followers'])
    .where('u.id', '=', viewer.id)
    .executeTakeFirst();
  const { earnedCents } = await balanceOf(em, viewer.id);
  return {
    totalViews: counted?.views ?? 0,
    totalLikes: counted?.likes ?? 0,
    totalContent: counted?.items ?? 0,
    subscribers: counted?.followers ?? 0,
    totalEarnings: earnedCents / 100,
  };
}

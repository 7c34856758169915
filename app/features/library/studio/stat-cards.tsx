import { StatList } from '../../../ui/figures/stat-list.tsx';
import { money } from '../../../ui/money.ts';
import { count } from '../../../ui/number.ts';

export interface StatFigures {
  totalViews: number;
  totalLikes: number;
  totalContent: number;
  subscribers: number;
  /** Dollars. */
  totalEarnings: number;
}

export function StatCards({ stats }: { stats: StatFigures }) {
  return (
    <StatList
      stats={[
        ['Total Views', count(stats.totalViews)],
        ['Total Likes', count(stats.totalLikes)],
        ['Content Items', count(stats.totalContent)],
        ['Followers', count(stats.subscribers)],
        ['Total Earnings', money(Math.round(stats.totalEarnings * 100))],
      ]}
    />
  );
}

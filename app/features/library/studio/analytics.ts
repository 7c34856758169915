import { percent } from '../../../ui/number.ts';

/** The figures of the Analytics tab (C2.26, C2.27). */

export const periods = [7, 30, 90] as const;
export type Period = (typeof periods)[number];

export const measures = ['views', 'likes', 'sales', 'downloads', 'followers'] as const;
export type Measure = (typeof measures)[number];

export type DayFigures = { day: string } & Record<Measure, number>;

/** Per published item; engagement is likes per view, in percent (C2.26, C2.27). */
export const averages = (stats: { totalViews: number; totalLikes: number; totalContent: number }) => ({
  viewsPerContent: stats.totalContent === 0 ? 0 : stats.totalViews / stats.totalContent,
  likesPerContent: stats.totalContent === 0 ? 0 : stats.totalLikes / stats.totalContent,
  engagement: engagementRate(stats.totalViews, stats.totalLikes),
});

/** Likes divided by views in percent with one decimal, such as '12.5%' (C2.27). */
export const engagementRate = (views: number, likes: number) => percent(views === 0 ? 0 : likes / views, 1);

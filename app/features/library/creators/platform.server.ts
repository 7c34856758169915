import { fragment, row } from '../../../db/sql.server.ts';
import type { SystemContext } from '../../../scope.ts';
import { isCreator } from './creators.server.ts';

interface Counted {
  creators: number;
  items: number;
  freshItems: number;
}

/** Milliseconds after which figures are stale because the worker has stopped. */
const believed = 5 * 60_000;
const month = 30 * 24 * 3_600_000;

/** The platform's figures (C3.15), up to a minute old because counting is slow; growth is percent in 30 days. */
export async function platformStats({ em, now }: Pick<SystemContext, 'em' | 'now'>) {
  const since = new Date(now().getTime() - believed);
  const kept = await row<Counted>(em)`
    select creators, items, fresh_items as "freshItems" from platform_figures where counted_at > ${since}`;
  const counted = kept ?? (await row<Counted>(em)`${figuresAt(now())}`);
  const { creators = 0, items = 0, freshItems = 0 } = counted ?? {};
  const earlier = items - freshItems;
  const monthlyGrowth = earlier > 0 ? Math.round((100 * freshItems) / earlier) : freshItems > 0 ? 100 : 0;
  return { totalCreators: creators, totalContent: items, monthlyGrowth };
}

export async function countPlatform({ em, now }: Pick<SystemContext, 'em' | 'now'>) {
  await row(em)`
    insert into platform_figures (creators, items, fresh_items, counted_at)
    select creators, items, "freshItems", ${now()}::timestamptz from (${figuresAt(now())}) counted
    on conflict (is_only) do update set creators = excluded.creators, items = excluded.items,
      fresh_items = excluded.fresh_items, counted_at = excluded.counted_at`;
}

const figuresAt = (now: Date) => fragment`
  select count(*)::int as creators, coalesce(sum(u.published_items), 0)::int as items,
    (select count(*)::int from content
      where status = 'published' and published_at > ${new Date(now.getTime() - month)}) as "freshItems"
  from users u where ${isCreator}`;

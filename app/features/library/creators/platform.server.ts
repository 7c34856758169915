import { countAll, db, sql, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { SystemContext } from '../../../scope.ts';
import { isCreator } from './creators.sql.server.ts';

/** Milliseconds after which figures are stale because the worker has stopped. */
const believed = 5 * 60_000;
const month = 30 * 24 * 3_600_000;

/** The platform's figures (C3.15), up to a minute old because counting is slow; growth is percent in 30 days. */
export async function platformStats({ em, now }: Pick<SystemContext, 'em' | 'now'>) {
  const since = new Date(now().getTime() - believed);
  const kept = await db(em)
    .selectFrom('platform_figures')
    .select(['creators', 'items', 'fresh_items'])
    .where('counted_at', '>', timestamptz(since))
    .executeTakeFirst();
  const counted = kept ?? (await figuresAt(em, now()).executeTakeFirstOrThrow());
  const { creators, items } = counted;
  const freshItems = counted.fresh_items ?? 0;
  const earlier = items - freshItems;
  const monthlyGrowth = earlier > 0 ? Math.round((100 * freshItems) / earlier) : freshItems > 0 ? 100 : 0;
  return { totalCreators: creators, totalContent: items, monthlyGrowth };
}

export async function countPlatform({ em, now }: Pick<SystemContext, 'em' | 'now'>) {
  await db(em)
    .insertInto('platform_figures')
    .columns(['creators', 'items', 'fresh_items', 'counted_at'])
    .expression(
      db(em)
        .selectFrom(figuresAt(em, now()).as('counted'))
        .select(['creators', 'items', 'fresh_items', timestamptz(now()).as('at')]),
    )
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet(({ ref }) => ({
        creators: ref('excluded.creators'),
        items: ref('excluded.items'),
        fresh_items: ref('excluded.fresh_items'),
        counted_at: ref('excluded.counted_at'),
      })),
    )
    .execute();
}

const figuresAt = (em: Em, now: Date) =>
  db(em)
    .selectFrom('users as u')
    .select(({ selectFrom }) => [
      countAll().as('creators'),
      sql<number>`coalesce(sum(u.published_items), 0)`.as('items'),
      selectFrom('content')
        .select(countAll().as('count'))
        .where('status', '=', 'published')
        .where('published_at', '>', timestamptz(new Date(now.getTime() - month)))
        .as('fresh_items'),
    ])
    .where(isCreator);

import { countAll, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { recentOfAll } from '../../../db/recent-reads.server.ts';
import type { Tier } from '../../../domain/tiers.ts';
import type { Scope } from '../../../scope.ts';
import { opensWith } from '../../library/items/early.server.ts';
import { mostCounted } from './plan-texts.ts';

/** How many techniques each tier opens today beyond the one below it, at most `mostCounted` + 1. */
export const planCounts = (scope: Pick<Scope, 'em' | 'now' | 'recent'>): Promise<Record<Tier, number>> =>
  recentOfAll(scope, 'plan counts', () => readCounts(scope.em, scope.now()));

async function readCounts(em: Em, at: Date) {
  const countOf = (tier: Tier) => {
    const opened = db(em)
      .selectFrom('content as c')
      .select('c.id')
      .where('c.status', '=', 'published')
      .where(sql<boolean>`${opensWith(tier, at)}`)
      .limit(mostCounted + 1);
    return db(em).selectFrom(opened.as('opened')).select(countAll().as('count')).as(tier);
  };
  const counts = await db(em)
    .selectNoFrom([countOf('free'), countOf('premium'), countOf('vip')])
    .executeTakeFirstOrThrow();
  return { free: counts.free ?? 0, premium: counts.premium ?? 0, vip: counts.vip ?? 0 };
}

import { db, sql } from '../db/kysely.server.ts';
import type { Em } from '../db/orm.server.ts';
import type { Tier } from '../domain/tiers.ts';
import type { FeaturedTier } from '../features/library/featured/featured-tiers.ts';

/** The four featured cards show real items, one of each tier first. */
export async function insertFeatured(em: Em) {
  const colors: [Tier, string][] = [
    ['free', 'bg-green-500'],
    ['premium', 'bg-bjj-orange'],
    ['vip', 'bg-bjj-gold'],
    ['free', 'bg-green-500'],
  ];
  for (const [index, [tier, color]] of colors.entries()) {
    await db(em)
      .insertInto('featured')
      .columns(['title', 'creator', 'tier', 'tier_color', 'locked', 'display_order', 'content_id'])
      .expression(({ selectFrom }) =>
        selectFrom('content as c')
          .innerJoin('users as u', 'u.id', 'c.creator_id')
          .select([
            'c.title',
            sql<string>`u.first_name || ' ' || u.last_name`.as('creator'),
            sql<FeaturedTier>`upper(c.tier)`.as('tier'),
            sql<string>`${color}::text`.as('color'),
            sql<boolean>`c.tier <> 'free'`.as('locked'),
            sql<number>`${index}::int`.as('place'),
            'c.id',
          ])
          .where('c.tier', '=', tier)
          .where('c.category', 'in', ['training', 'technique', 'competition'])
          .where(({ selectFrom, exists, not }) =>
            not(exists(selectFrom('featured as f').whereRef('f.content_id', '=', 'c.id'))),
          )
          .orderBy('c.published_at', 'desc')
          .limit(1),
      )
      .execute();
  }
}

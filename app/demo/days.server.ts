import { db, sql } from '../db/kysely.server.ts';
import type { Em } from '../db/orm.server.ts';
import { dayMs } from './history.server.ts';
import { type Ids, inParts } from './life.server.ts';
import type { Popularity } from './popularity.ts';
import { techniques } from './techniques.ts';

/** Writes each creator's figures on the days on which they happened; the triggers counted all of them for today. */
export async function spreadDays(em: Em, { likes, follows, views }: Popularity, ids: Ids, now: Date) {
  const days = new Map<
    string,
    { creator_id: number; day: string; views: number; likes: number; followers: number }
  >();
  const today = Math.floor(now.getTime() / dayMs);
  const figures = (creator: string, back: number) => {
    const day = new Date((today - back) * dayMs).toISOString().slice(0, 10);
    const key = `${creator} ${day}`;
    const known = days.get(key) ?? {
      creator_id: ids.people.get(creator)!,
      day,
      views: 0,
      likes: 0,
      followers: 0,
    };
    days.set(key, known);
    return known;
  };
  const daysBack = (ago: number) => today - Math.floor(now.getTime() / dayMs - ago);
  const creatorOf = new Map(techniques.map(({ key, creator }) => [key, creator]));
  for (const { item, days } of likes) figures(creatorOf.get(item)!, daysBack(days)).likes += 1;
  for (const { creator, days } of follows) figures(creator, daysBack(days)).followers += 1;
  for (const [item, seen] of views) {
    for (const [back, count] of seen.entries()) {
      if (count > 0) figures(creatorOf.get(item)!, back).views += count;
    }
  }
  await db(em).deleteFrom('creator_days').execute();
  await inParts([...days.values()], (part) => db(em).insertInto('creator_days').values(part).execute());
  await db(em)
    .insertInto('creator_days')
    .columns(['creator_id', 'day', 'sales'])
    .expression(
      db(em)
        .selectFrom('purchases as p')
        .innerJoin('content as c', 'c.id', 'p.content_id')
        .select([
          'c.creator_id',
          sql<string>`(p.paid_at at time zone 'utc')::date`.as('day'),
          sql<number>`count(*)::int`.as('sales'),
        ])
        .where('p.status', '=', 'paid')
        .groupBy(['c.creator_id', 'day']),
    )
    .onConflict((conflict) =>
      conflict.columns(['creator_id', 'day']).doUpdateSet(({ ref }) => ({ sales: ref('excluded.sales') })),
    )
    .execute();
}

import { db } from '../db/kysely.server.ts';
import type { Em } from '../db/orm.server.ts';
import type { Popularity } from './popularity.ts';

const dayMs = 24 * 3_600_000;

/** A moment so many days before the start. */
export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs).toISOString();

/** The ids of people by username and of items by key. */
export interface Ids {
  people: Map<string, number>;
  items: Map<string, number>;
}

/** PostgreSQL takes at most 65,535 values in one statement. */
const atOnce = 4_000;

export async function inParts<Row>(rows: Row[], insert: (part: Row[]) => Promise<unknown>) {
  for (let from = 0; from < rows.length; from += atOnce) await insert(rows.slice(from, from + atOnce));
}

/** Adds likes, ratings with what was watched for them, and follows, and each item's counters, which equal those rows. */
export async function insertLife(
  em: Em,
  { likes, ratings, follows, views }: Popularity,
  ids: Ids,
  now: Date,
) {
  const person = (key: string) => ids.people.get(key)!;
  const item = (key: string) => ids.items.get(key)!;
  const likeRows = likes.map(({ by, item: key, days }) => ({
    user_id: person(by),
    content_id: item(key),
    created_at: daysBefore(now, days),
  }));
  const ratingRows = ratings
    .toSorted((a, b) => b.days - a.days)
    .map(({ by, item: key, stars, review, days }) => ({
      user_id: person(by),
      content_id: item(key),
      stars,
      review,
      created_at: daysBefore(now, days),
      updated_at: daysBefore(now, days),
    }));
  const followRows = follows.map(({ by, creator, days }) => ({
    follower_id: person(by),
    creator_id: person(creator),
    created_at: daysBefore(now, days),
  }));
  await inParts(likeRows, (part) => db(em).insertInto('likes').values(part).execute());
  await inParts(ratingRows, (part) => db(em).insertInto('ratings').values(part).execute());
  const watchedRows = ratingRows.map(({ user_id, content_id, created_at }) => ({
    user_id,
    content_id,
    watched_at: created_at,
  }));
  await inParts(watchedRows, (part) => db(em).insertInto('watched').values(part).execute());
  await inParts(followRows, (part) => db(em).insertInto('follows').values(part).execute());
  for (const [key, seen] of views) {
    const rated = ratings.filter((rating) => rating.item === key);
    await db(em)
      .updateTable('content_stats')
      .set({
        views: seen.reduce((sum, n) => sum + n, 0),
        likes: likes.filter((like) => like.item === key).length,
        rating_count: rated.length,
        rating_sum: rated.reduce((sum, { stars }) => sum + stars, 0),
      })
      .where('content_id', '=', item(key))
      .execute();
  }
}

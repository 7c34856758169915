import { countAll, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** Clips of one member that may wait at the same time. */
export const mostClipsOfMember = 5;

/** Clips that wait or are being cut, each with how many its member has of them. */
const inQueue = (em: Em) =>
  db(em)
    .selectFrom('clips')
    .select(['id', 'state', 'cut_at', 'asked_by_id'])
    .select(sql<number>`count(*) over (partition by asked_by_id)`.as('share'))
    .where('state', 'in', ['waiting', 'cutting'])
    .as('clips');

/** Clips in the order in which they are cut: those of the member with the fewest first (ADR-094). */
export const clipsInTurn = (em: Em) =>
  db(em).selectFrom(inQueue(em)).orderBy('share').orderBy('cut_at').orderBy('id');

/** How many clips are cut before this one; null once it does not wait any more. */
export async function clipsBefore(em: Em, key: string): Promise<number | null> {
  const places = db(em)
    .selectFrom(inQueue(em))
    .select('id')
    .select(
      sql<number>`row_number() over (order by state = 'cutting' desc, share, cut_at, id) - 1`.as('before'),
    )
    .as('places');
  const found = await db(em)
    .selectFrom(places)
    .innerJoin('clips', 'clips.id', 'places.id')
    .select('before')
    .where('key', '=', key)
    .executeTakeFirst();
  return found?.before ?? null;
}

export async function countWaiting(em: Em, memberId: number) {
  const { all, own } = await db(em)
    .selectFrom('clips')
    .select(countAll().as('all'))
    .select(sql<number>`count(*) filter (where asked_by_id = ${memberId})`.as('own'))
    .where('state', 'in', ['waiting', 'cutting'])
    .executeTakeFirstOrThrow();
  return { all, own };
}

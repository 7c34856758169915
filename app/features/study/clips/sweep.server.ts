import { db, sql, timestamptz } from '../../../db/kysely.server.ts';
import type { MediaStore } from '../../../media/media.ts';
import type { SystemContext } from '../../../scope.ts';

/** Clips that are kept; beyond them those go first that were not used for longest. */
export const mostClips = { ofItem: 20, ofSite: 500 };
const hourMs = 3_600_000;
const unusedMs = 30 * 24 * hourMs;

type Scope = Pick<SystemContext, 'em' | 'now'>;

/** Removes clips with their files: those whose video is gone, those asked for before their item was withdrawn, those not
 *  used for thirty days, those that wait or failed and were asked for more than an hour ago, and those that are too
 *  many. What a store fails to remove stays for the next sweep.
 *  @returns how many were removed and how many were not, with the last error */
export async function sweepClips(scope: Scope, store: MediaStore, most = mostClips) {
  let [removed, failed] = [0, 0];
  let error: unknown;
  for (const { id, key } of await unwanted(scope, most)) {
    try {
      await store.remove(key);
      await db(scope.em).deleteFrom('clips').where('id', '=', id).execute();
      removed += 1;
    } catch (reason) {
      failed += 1;
      error = reason;
    }
  }
  return { removed, failed, error };
}

function unwanted({ em, now }: Scope, most: typeof mostClips) {
  const ago = (ms: number) => timestamptz(new Date(now().getTime() - ms));
  const ranked = db(em)
    .selectFrom('clips as k')
    .leftJoin('media as m', (join) => join.onRef('m.id', '=', 'k.media_id').on('m.status', '=', 'ready'))
    .leftJoin('content as c', 'c.id', 'm.content_id')
    .select([
      ...(['k.id', 'k.key', 'k.state', 'k.asked_at', 'k.last_used_at', 'c.id as itemId'] as const),
      ...(['c.status', 'c.updated_at'] as const),
      rank('c.id, k.state').as('ofItem'),
      rank('k.state').as('ofSite'),
    ]);
  return db(em)
    .selectFrom(ranked.as('k'))
    .select(['k.id', 'k.key'])
    .where(({ eb, or, and, ref }) =>
      or([
        eb('k.itemId', 'is', null),
        and([eb('k.status', '=', 'withdrawn'), eb('k.asked_at', '<', ref('k.updated_at'))]),
        eb('k.last_used_at', '<', ago(unusedMs)),
        and([eb('k.state', 'in', ['waiting', 'failed']), eb('k.asked_at', '<', ago(hourMs))]),
        and([
          eb('k.state', '=', 'ready'),
          or([eb('ofItem', '>', most.ofItem), eb('ofSite', '>', most.ofSite)]),
        ]),
      ]),
    )
    .execute();
}

const rank = (among: string) =>
  sql<number>`row_number() over (partition by ${sql.raw(among)} order by k.last_used_at desc, k.id desc)`;

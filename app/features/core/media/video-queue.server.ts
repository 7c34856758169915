import { anyOf, countAll, db, sql, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { contentLimits } from '../../../domain/content-limits.ts';
import { Refused } from '../../../errors.ts';
import { canConvert } from '../../../media/ffmpeg.server.ts';
import type { MemberScope } from '../../../scope.ts';

/** Videos of one member that may wait: those of one item. */
const mostOfMember = contentLimits.files;

/** Videos that wait or are being converted, each with how many its owner has of them. */
const inQueue = (em: Em) =>
  db(em)
    .selectFrom('media')
    .select(['id', 'video_state', 'convert_at'])
    .select(sql<number>`count(*) over (partition by owner_id)`.as('share'))
    .where('video_state', 'in', ['waiting', 'converting'])
    .where('status', '=', 'ready')
    .as('media');

/** The video whose turn it is: of the owner with the fewest, the one that waits longest, or whose worker died (ADR-094).
 *  None while another one is converted. */
export const nextVideo = (em: Em, now: Date) =>
  db(em)
    .selectFrom(inQueue(em))
    .select('id')
    .where('convert_at', '<=', timestamptz(now))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('media')
            .where('video_state', '=', 'converting')
            .where('convert_at', '>', timestamptz(now)),
        ),
      ),
    )
    .orderBy('share')
    .orderBy('convert_at')
    .orderBy('id')
    .limit(1);

/** How many videos are converted before each of these that wait. */
export async function videosBefore(em: Em, ids: number[]): Promise<Map<number, number>> {
  const places = db(em)
    .selectFrom(inQueue(em))
    .select(['id', 'video_state'])
    .select(
      sql<number>`row_number() over (order by video_state = 'converting' desc, share, convert_at, id) - 1`.as(
        'before',
      ),
    )
    .as('places');
  const found = await db(em)
    .selectFrom(places)
    .select(['id', 'before'])
    .where('id', '=', anyOf('int8', ids))
    .where('video_state', '=', 'waiting')
    .execute();
  return new Map(found.map(({ id, before }) => [id, before]));
}

/** Call it with the member's row locked. Without ffmpeg videos wait for days and take no turn of others.
 *  @throws Refused 429 while as many of the member's videos wait as fit into one item */
export async function assertMayWait(
  em: Em,
  { viewer, rateScale }: MemberScope,
  converts = canConvert(),
): Promise<void> {
  if (!converts) return;
  const { waiting } = await db(em)
    .selectFrom('media')
    .select(countAll().as('waiting'))
    .where('owner_id', '=', viewer.id)
    .where('status', '<>', 'removed')
    .where('video_state', 'in', ['waiting', 'converting'])
    .executeTakeFirstOrThrow();
  if (waiting < mostOfMember * Math.max(1, rateScale)) return;
  const words = `${mostOfMember} of your videos wait to be converted. Please send this one when some of them are done.`;
  throw new Refused(words, { status: 429, retryAfter: 300 });
}

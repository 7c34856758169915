import { createHash } from 'node:crypto';
import { db, sql, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { primaryOf } from '../../../db/replicas/same-database.ts';
import { Refused } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import { type LimitName, limits } from './limits.ts';
import { networkOf } from './network.ts';
import { takeAllowance, type Use } from './take-allowance.sql.server.ts';

/** Uses one unit; call it before the work, outside transactions. `who` replaces the viewer. @throws Refused 429 */
export async function enforceRateLimit(scope: Scope, limit: LimitName, who = whoIs(scope)): Promise<void> {
  const retryAfter = await consume(scope, limit, who);
  if (retryAfter !== null) throw tooOften(retryAfter);
}

export const tooOften = (retryAfter: number) =>
  new Refused(`That was a lot in a short time. Please wait ${spoken(retryAfter)} and try again.`, {
    status: 429,
    retryAfter,
  });

/** Counts searches by address, signed in or not; lists without a search do not count. @throws Refused 429 */
export async function enforceSearchLimit(scope: Scope, search: string): Promise<void> {
  if (search) await enforceRateLimit(scope, 'search', addressKey(scope));
}

/** Uses one unit; parallel requests cannot exceed the limit. @returns null, or the seconds to wait */
export async function consume(
  scope: Pick<Scope, 'em' | 'now' | 'rateScale'>,
  limit: LimitName,
  who: string,
  cost = 1,
): Promise<number | null> {
  const use = oneUse(scope, limit, who, cost);
  // A search is limited, and read from a replica.
  const primary = primaryOf(scope.em);
  const passed = await takeAllowance(primary, use);
  return passed > 0 ? null : secondsToWait(primary, use);
}

/** What a unit takes of the allowance of `who`, for statements that begin with `allowanceSteps`. */
export function oneUse(
  { now, rateScale }: Pick<Scope, 'now' | 'rateScale'>,
  limit: LimitName,
  who: string,
  cost = 1,
): Use {
  const stepSeconds = cost * stepOf(limit, rateScale);
  return { key: `${limit} ${who}`, at: now(), stepSeconds, perSeconds: limits[limit].perSeconds };
}

/** How long a use that was refused has to wait, in whole seconds. */
export async function secondsToWait(em: Em, { key, at, stepSeconds, perSeconds }: Use): Promise<number> {
  const kept = await db(em)
    .selectFrom('rate_limits')
    .select(sql<number>`extract(epoch from until - ${at}::timestamptz)::float8`.as('seconds'))
    .where('key', '=', key)
    .executeTakeFirst();
  return Math.max(1, Math.ceil((kept?.seconds ?? 0) + stepSeconds - perSeconds));
}

/** Returns one unit, when the attempt turned out to be no guess. */
export async function giveBack(
  { em, rateScale }: Pick<Scope, 'em' | 'rateScale'>,
  limit: LimitName,
  who: string,
): Promise<void> {
  await db(em)
    .updateTable('rate_limits')
    .set({ until: sql<string>`until - make_interval(secs => ${stepOf(limit, rateScale)})` })
    .where('key', '=', `${limit} ${who}`)
    .execute();
}

export async function resetLimit(em: Em, limit: LimitName, who: string): Promise<void> {
  await db(em).deleteFrom('rate_limits').where('key', '=', `${limit} ${who}`).execute();
}

function stepOf(limit: LimitName, rateScale: number): number {
  const { most, perSeconds } = limits[limit];
  return perSeconds / (most * Math.max(1, rateScale));
}

export const whoIs = (scope: Scope) => (scope.viewer ? memberKey(scope.viewer.id) : addressKey(scope));
export const memberKey = (id: number) => `member:${id}`;

/** The visitor's address, or their network for IPv6. */
export const addressKey = ({ visitor }: Scope) => placeOf(visitor.address);
export const placeOf = (address: string) => `address:${networkOf(address)}`;

/** An account by its email, existing or not; hashed, so that the table holds no emails. */
export const accountKey = (email: string) =>
  `account:${createHash('sha256').update(email.trim().toLowerCase()).digest('base64url').slice(0, 22)}`;

/** An account as tried from one address, so that a stranger elsewhere cannot use up the allowance. */
export const accountKeyFrom = (scope: Scope, email: string) => `${accountKey(email)} ${addressKey(scope)}`;

const spoken = (seconds: number) =>
  seconds < 100 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`;

/** Leaves out what is in use: a statement with several likes locks several rows, and the two would wait for each other. */
export const sweepLimits = (em: Em, now: Date) =>
  db(em)
    .deleteFrom('rate_limits')
    .where('key', 'in', (tables) =>
      tables
        .selectFrom('rate_limits')
        .select('key')
        .where('until', '<', timestamptz(now))
        .forUpdate()
        .skipLocked(),
    )
    .execute();

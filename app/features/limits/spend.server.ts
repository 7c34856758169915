import { createHash } from 'node:crypto';
import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';
import { Refused } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { type LimitName, limits } from './limits.ts';
import { networkOf } from './network.ts';

/**
 * Takes one from what this member, or this address for visitors, may do; call it outside a transaction, before
 * the work.
 * @param who other than the viewer: see `anAddress` and `anAccount`
 * @throws Refused 429 with the seconds to wait
 */
export async function spend(scope: Scope, limit: LimitName, who = whoIs(scope)): Promise<void> {
  const retryAfter = await take(scope, limit, who);
  if (retryAfter === null) return;
  throw new Refused(`That was a lot in a short time. Please wait ${spoken(retryAfter)} and try again.`, {
    status: 429,
    retryAfter,
  });
}

/** Searches count by address, whoever is signed in there; a list without a search is none. @throws Refused 429 */
export async function spendSearch(scope: Scope, search: string): Promise<void> {
  if (search) await spend(scope, 'search', anAddress(scope));
}

/**
 * Takes `cost` from an allowance. One statement on one row: of many at once, in whatever process, exactly as many
 * pass as may.
 * @returns null, or the seconds to wait
 */
export async function take(
  { em, now, rateScale }: Pick<Scope, 'em' | 'now' | 'rateScale'>,
  limit: LimitName,
  who: string,
  cost = 1,
): Promise<number | null> {
  const { most, perSeconds } = limits[limit];
  const stepSeconds = (cost * perSeconds) / (most * Math.max(1, rateScale));
  const key = `${limit} ${who}`;
  const at = now();
  // The row says until when the allowance is in use; each act moves it one step on, up to a whole period ahead.
  const passed = await row(em)`
    insert into rate_limits as kept (key, until)
    values (${key}, ${at}::timestamptz + make_interval(secs => ${stepSeconds}))
    on conflict (key) do update
      set until = greatest(kept.until, ${at}::timestamptz) + make_interval(secs => ${stepSeconds})
      where greatest(kept.until, ${at}::timestamptz) + make_interval(secs => ${stepSeconds})
        <= ${at}::timestamptz + make_interval(secs => ${perSeconds}) + interval '1 millisecond'
    returning 1`;
  if (passed) return null;
  const kept = await row<{ seconds: number }>(em)`
    select extract(epoch from until - ${at}::timestamptz)::float8 as seconds from rate_limits where key = ${key}`;
  return Math.max(1, Math.ceil((kept?.seconds ?? 0) + stepSeconds - perSeconds));
}

/** The member, or for visitors the address. */
export const whoIs = (scope: Scope) => (scope.viewer ? `member:${scope.viewer.id}` : anAddress(scope));

/** Whoever comes from the same place: an address, or the network of an IPv6 one, of which people own many. */
export const anAddress = ({ visitor }: Scope) => placeOf(visitor.address);
export const placeOf = (address: string) => `address:${networkOf(address)}`;

/** Whoever tries this account, existing or not; the table keeps no e-mail. */
export const anAccount = (email: string) =>
  `account:${createHash('sha256').update(email.trim().toLowerCase()).digest('base64url').slice(0, 22)}`;

const spoken = (seconds: number) =>
  seconds < 100 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`;

/** Forgets allowances that are whole again. */
export const sweepLimits = (em: Em, now: Date) => row(em)`delete from rate_limits where until < ${now}`;

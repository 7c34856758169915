import { createHash } from 'node:crypto';
import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';
import { Refused } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { type Act, limits } from './limits.ts';
import { networkOf } from './network.ts';

/**
 * Takes one from what this member, or this address for visitors, may do; call it outside a transaction, before
 * the work. One statement on one row: of many at once, in whatever process, exactly as many pass as may.
 * @param who other than the viewer: see `anAddress` and `anAccount`
 * @throws Refused 429 with the seconds to wait
 */
export async function spend(scope: Scope, act: Act, who = whoIs(scope)): Promise<void> {
  const { em, now, rateScale } = scope;
  const { most, perSeconds } = limits[act];
  const stepSeconds = perSeconds / (most * Math.max(1, rateScale));
  const key = `${act} ${who}`;
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
  if (passed) return;
  const kept = await row<{ seconds: number }>(em)`
    select extract(epoch from until - ${at}::timestamptz)::float8 as seconds from rate_limits where key = ${key}`;
  const retryAfter = Math.max(1, Math.ceil((kept?.seconds ?? 0) + stepSeconds - perSeconds));
  throw new Refused(`That was a lot in a short time. Please wait ${spoken(retryAfter)} and try again.`, {
    status: 429,
    retryAfter,
  });
}

const whoIs = (scope: Scope) => (scope.viewer ? `member:${scope.viewer.id}` : anAddress(scope));

/** Whoever comes from the same place: an address, or the network of an IPv6 one, of which people own many. */
export const anAddress = ({ visitor }: Scope) => `address:${networkOf(visitor.address)}`;

/** Whoever tries this account, existing or not; the table keeps no e-mail. */
export const anAccount = (email: string) =>
  `account:${createHash('sha256').update(email.trim().toLowerCase()).digest('base64url').slice(0, 22)}`;

const spoken = (seconds: number) =>
  seconds < 100 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`;

/** Forgets allowances that are whole again. */
export const sweepLimits = (em: Em, now: Date) => row(em)`delete from rate_limits where until < ${now}`;

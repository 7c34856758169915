import { row } from '../../db/sql.server.ts';
import { Refused } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { uploadsAtOnce } from './limits.ts';
import { whoIs } from './spend.server.ts';

const leaseMs = 60_000;
const renewMs = 20_000;

/**
 * Takes one of the places a person has for uploads under way, in whatever process. The place is
 * a lease: it is renewed while the upload lasts, and free again a minute after a process that died.
 * @returns how to give it back
 * @throws Refused 429 when all are taken
 */
export async function takeUploadPlace(scope: Scope): Promise<() => Promise<void>> {
  const { em, now, rateScale } = scope;
  const most = uploadsAtOnce * Math.max(1, rateScale);
  const who = whoIs(scope);
  const until = () => new Date(now().getTime() + leaseMs);
  let held: { key: string; until: string } | null = null;
  // Whoever was quicker may have taken the very place that was found free. Each round is lost to somebody
  // who took one, so after as many rounds as there are places none can be left.
  for (let round = 0; round <= most && !held; round += 1) {
    held = await row<{ key: string; until: string }>(em)`
      insert into rate_limits as kept (key, until)
      select place.key, ${until()}::timestamptz
      from (select 'upload under way ' || ${who}::text || ' ' || n as key from generate_series(1, ${most}::int) n) place
      where not exists (select 1 from rate_limits r where r.key = place.key and r.until > ${now()}) limit 1
      on conflict (key) do update set until = excluded.until where kept.until <= ${now()}
      returning key, until`;
  }
  if (!held) {
    throw new Refused('Two of your uploads are under way. Please wait until one of them is done.', {
      status: 429,
      retryAfter: 10,
    });
  }
  const place = held;
  const renewal = setInterval(async () => {
    // A lease that ran out meanwhile belongs to somebody else: what it says is not ours any more.
    const renewed = await row<{ until: string }>(em)`
      update rate_limits set until = ${until()} where key = ${place.key} and until = ${place.until}
      returning until`.catch(() => null);
    if (renewed) place.until = renewed.until;
  }, renewMs);
  renewal.unref();
  return async () => {
    clearInterval(renewal);
    // Without its database the lease runs out by itself.
    await row(em)`delete from rate_limits where key = ${place.key} and until = ${place.until}`.catch(
      () => {},
    );
  };
}

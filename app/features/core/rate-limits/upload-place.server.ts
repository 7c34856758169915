import { row } from '../../../db/sql.server.ts';
import { Refused } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import { uploadsAtOnce } from './limits.ts';
import { whoIs } from './rate-limit.server.ts';

const leaseMs = 60_000;
const renewMs = 20_000;

/** Takes one of a person's upload places and renews its lease. @returns how to free it @throws Refused 429 */
export async function takeUploadPlace(scope: Scope): Promise<() => Promise<void>> {
  const { em, now, rateScale } = scope;
  const most = uploadsAtOnce * Math.max(1, rateScale);
  const who = whoIs(scope);
  const until = () => new Date(now().getTime() + leaseMs);
  let held: { key: string; until: string } | null = null;
  // Another request may take the free place first; each lost round fills one place, so the rounds end.
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
    // An expired lease belongs to another upload, which this one must not renew.
    const renewed = await row<{ until: string }>(em)`
      update rate_limits set until = ${until()} where key = ${place.key} and until = ${place.until}
      returning until`.catch(() => null);
    if (renewed) place.until = renewed.until;
  }, renewMs);
  renewal.unref();
  return async () => {
    clearInterval(renewal);
    // Without the database the lease expires by itself.
    await row(em)`delete from rate_limits where key = ${place.key} and until = ${place.until}`.catch(
      () => {},
    );
  };
}

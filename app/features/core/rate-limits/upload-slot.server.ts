import { db } from '../../../db/kysely.server.ts';
import { Refused } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import { uploadsAtOnce } from './limits.ts';
import { whoIs } from './rate-limit.server.ts';
import { takeUploadSlotRow, type UploadSlot } from './take-upload-slot.sql.server.ts';

const leaseMs = 60_000;
const renewMs = 20_000;

/** Takes one of a person's upload places and renews its lease. @returns how to free it @throws Refused 429 */
export async function takeUploadSlot(scope: Scope): Promise<() => Promise<void>> {
  const { em, now, rateScale } = scope;
  const most = uploadsAtOnce * Math.max(1, rateScale);
  const who = whoIs(scope);
  const until = () => new Date(now().getTime() + leaseMs);
  let held: UploadSlot | null = null;
  // Another request may take the free place first; each lost round fills one place, so the rounds end.
  for (let round = 0; round <= most && !held; round += 1) {
    held = await takeUploadSlotRow(em, { who, most, now: now(), until: until() });
  }
  if (!held) {
    throw new Refused('Two of your uploads are under way. Please wait until one of them is done.', {
      status: 429,
      retryAfter: 10,
    });
  }
  const slot = held;
  const renewal = setInterval(async () => {
    // An expired lease belongs to another upload, which this one must not renew.
    const renewed = await db(em)
      .updateTable('rate_limits')
      .set({ until: until() })
      .where('key', '=', slot.key)
      .where('until', '=', slot.until)
      .returning('until')
      .executeTakeFirst()
      .catch(() => null);
    if (renewed) slot.until = renewed.until;
  }, renewMs);
  renewal.unref();
  return async () => {
    clearInterval(renewal);
    // Without the database the lease expires by itself.
    await db(em)
      .deleteFrom('rate_limits')
      .where('key', '=', slot.key)
      .where('until', '=', slot.until)
      .execute()
      .catch(() => {});
  };
}

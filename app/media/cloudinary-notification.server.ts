import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { readId } from './cloudinary-names.ts';
import type { Notified } from './media.ts';
import { BadNotification } from './store-error.ts';

const windowSeconds = 2 * 3600;

const eagerDone = z.object({
  notification_type: z.literal('eager'),
  public_id: z.string().max(200),
  resource_type: z.literal('video').optional(),
  eager: z.array(z.object({ secure_url: z.string().optional(), status: z.string().optional() })).max(50),
});

/** Reads a notification with a valid signature and time. The SDK's own check is not used, because it does not compare
 *  in constant time and accepts times in the future.
 *  @throws BadNotification */
export function readNotification(
  raw: string,
  headers: Headers,
  { secret, now }: { secret: string; now: Date },
): Notified | null {
  const stamp = headers.get('x-cld-timestamp') ?? '';
  const given = Buffer.from(headers.get('x-cld-signature') ?? '');
  if (!/^\d{1,12}$/.test(stamp)) throw new BadNotification('The notification has no time');
  // The length of SHA-1 or SHA-256. The Cloudinary account chooses one.
  const algorithm = given.length === 64 ? 'sha256' : 'sha1';
  const expected = Buffer.from(createHash(algorithm).update(`${raw}${stamp}${secret}`).digest('hex'));
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new BadNotification('The signature does not fit');
  if (Math.abs(now.getTime() / 1000 - Number(stamp)) > windowSeconds)
    throw new BadNotification('The notification is not of these hours');
  const read = eagerDone.safeParse(parsed(raw));
  if (!read.success) return null;
  const { public_id, eager } = read.data;
  const ours = readId(public_id, 'video');
  const hasStreams = eager.some(
    ({ secure_url, status }) => status !== 'failed' && secure_url?.endsWith('.m3u8'),
  );
  return ours?.variant && hasStreams ? { key: ours.key, variant: ours.variant } : null;
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}

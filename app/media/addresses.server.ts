import { createHmac, timingSafeEqual } from 'node:crypto';
import { newest } from '../ui/newest.ts';
import { type AddressRequest, isVideoVariant, type Variant } from './media.ts';

const minute = 60;

/** How long an address is valid, in seconds. Its end is rounded up to this grid, so that pages repeat it. */
const lifetimes = {
  picture: { lasts: 5 * minute, grid: minute },
  // Longer, because range requests go on while a video is watched or paused.
  video: { lasts: 360 * minute, grid: 10 * minute },
};

/** 132 of the signature's 256 bits are enough. Signatures cannot be compressed. */
const signatureLetters = 22;

/** The sizes and formats of a picture are open to the same viewers, so that one signature does for all of them and a
 *  page with dozens of addresses stays small. Each other file has its own. */
const signedName = (variant: Variant) => (/^\d+\.(avif|webp|jpg)$/.test(variant) ? 'picture' : variant);

export const publicAddress = (key: string, variant: Variant) => `/media/${key}/${variant}`;

export const downloadWord = 'download';

/** A short-lived address for one viewer. @throws Error without a viewer, so that a missing check leaks nothing */
export function signedAddress(
  secret: string,
  { key, variant, viewerId, now, isDownload }: Omit<AddressRequest, 'isPublic'>,
) {
  if (!viewerId) throw new Error('A private media address needs a viewer');
  const { lasts, grid } = isVideoVariant(variant) ? lifetimes.video : lifetimes.picture;
  const expires = Math.ceil((now.getTime() / 1000 + lasts) / grid) * grid;
  const signed = signature(secret, key, variant, viewerId, expires);
  const query = `e=${expires}&v=${encodeURIComponent(viewerId)}&s=${signed}`;
  return `${publicAddress(key, variant)}?${query}${isDownload ? `&${downloadWord}=1` : ''}`;
}

export function isSignedFor(
  secret: string,
  asked: { key: string; variant: Variant; query: URLSearchParams; viewerId: string | null; now: Date },
): boolean {
  const { key, variant, query, viewerId, now } = asked;
  const expires = query.get('e') ?? '';
  if (!viewerId || query.get('v') !== viewerId || !/^\d{1,12}$/.test(expires)) return false;
  const expected = Buffer.from(signature(secret, key, variant, viewerId, Number(expires)));
  const given = Buffer.from(query.get('s') ?? '');
  // The signature is checked before the time, so that a forger learns nothing.
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && Number(expires) * 1000 > now.getTime();
}

/** Pages name a picture in a dozen sizes and formats, and a member sees it on several pages; all have one signature. */
const signatures = newest<string>(5_000);
/** The one asked for last, because the sizes of a picture are asked for one after the other. */
let last = { secret: '', key: '', name: '', viewerId: '', expires: 0, signed: '' };

function signature(secret: string, key: string, variant: Variant, viewerId: string, expires: number) {
  const name = signedName(variant);
  const isLast =
    last.key === key &&
    last.name === name &&
    last.viewerId === viewerId &&
    last.expires === expires &&
    last.secret === secret;
  if (isLast) return last.signed;
  const text = `GET\n${key}/${name}\n${viewerId}\n${expires}`;
  const sign = () => createHmac('sha256', secret).update(text).digest('base64url').slice(0, signatureLetters);
  const signed = signatures(`${secret}\n${text}`, sign);
  last = { secret, key, name, viewerId, expires, signed };
  return signed;
}

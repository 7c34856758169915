import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AddressRequest, isVideoVariant, type Variant } from './media.ts';

const minute = 60;

/** Seconds an address lives, and the grid its end is rounded up to, so that pages repeat the same address. */
const lifetimes = {
  picture: { lasts: 5 * minute, grid: minute },
  // Range requests go on as long as the film is watched, pauses included.
  video: { lasts: 360 * minute, grid: 10 * minute },
};

/** 132 of its 256 bits: a page of pictures carries dozens, which no compression makes smaller. */
const signatureLetters = 22;

export const publicAddress = (key: string, variant: Variant) => `/media/${key}/${variant}`;

/** The word in the query of an address that asks for a download. */
export const downloadWord = 'download';

/** A short-lived address for one viewer. The secret never leaves the server.
 *  @throws Error without a viewer: nobody must get private bytes by a forgotten check */
export function signedAddress(
  secret: string,
  { key, variant, viewerId, now, isDownload }: Omit<AddressRequest, 'isPublic'>,
) {
  if (!viewerId) throw new Error('A private media address needs a viewer');
  const { lasts, grid } = isVideoVariant(variant) ? lifetimes.video : lifetimes.picture;
  const expires = Math.ceil((now.getTime() / 1000 + lasts) / grid) * grid;
  const query = new URLSearchParams({
    e: String(expires),
    v: viewerId,
    s: signature(secret, key, variant, viewerId, expires),
    ...(isDownload && { [downloadWord]: '1' }),
  });
  return `${publicAddress(key, variant)}?${query}`;
}

/** True when the query was signed for exactly this file and this viewer and has not run out. */
export function isSignedFor(
  secret: string,
  asked: { key: string; variant: Variant; query: URLSearchParams; viewerId: string | null; now: Date },
): boolean {
  const { key, variant, query, viewerId, now } = asked;
  const expires = query.get('e') ?? '';
  if (!viewerId || query.get('v') !== viewerId || !/^\d{1,12}$/.test(expires)) return false;
  const expected = Buffer.from(signature(secret, key, variant, viewerId, Number(expires)));
  const given = Buffer.from(query.get('s') ?? '');
  // The signature is compared before the clock, so that a forged address learns nothing from either.
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && Number(expires) * 1000 > now.getTime();
}

function signature(secret: string, key: string, variant: Variant, viewerId: string, expires: number) {
  return createHmac('sha256', secret)
    .update(`GET\n${publicAddress(key, variant)}\n${viewerId}\n${expires}`)
    .digest('base64url')
    .slice(0, signatureLetters);
}

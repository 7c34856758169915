import { createHash } from 'node:crypto';
import sharp from 'sharp';

const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

type Derived = Awaited<ReturnType<typeof derive>>;

/** What was derived before: the tests ask for the same sizes of the same few images again and again. */
const made = new Map<string, Promise<Derived>>();

/** Applies the steps of an address to an image. Unknown steps are errors. */
export function derived(picture: Buffer, steps: string[]): Promise<Derived> {
  const key = `${createHash('sha256').update(picture).digest('hex')} ${steps.join('/')}`;
  const found = made.get(key) ?? derive(picture, steps);
  made.set(key, found);
  return found;
}

async function derive(picture: Buffer, steps: string[]) {
  let image = sharp(picture);
  let format = 'jpg';
  let quality = 75;
  for (const step of steps) {
    const received = new Map(
      step.split(',').map((part) => [part.slice(0, part.indexOf('_')), part.slice(part.indexOf('_') + 1)]),
    );
    const crop = received.get('c');
    if (crop) {
      const size = {
        width: Number(received.get('w')),
        height: Number(received.get('h')),
        fit: 'inside' as const,
      };
      image = sharp(
        await image
          .resize({ ...size, withoutEnlargement: crop === 'limit' })
          .png()
          .toBuffer(),
      );
    }
    const blur = /^blur:(\d+)$/.exec(received.get('e') ?? '')?.[1];
    if (blur) image = image.blur(Number(blur) / 50);
    const asked = received.get('f');
    // Without a preference the client gets the format that every browser shows.
    if (asked) format = asked === 'auto' ? 'webp' : asked;
    const given = received.get('q');
    if (given) quality = given.startsWith('auto') ? 60 : Number(given);
    const known = [...received.keys()].every((name) => ['c', 'w', 'h', 'e', 'f', 'q'].includes(name));
    if (!known || !types[format]) throw new Error(`The fake does not know ${step}`);
  }
  const sharpFormat = format === 'jpg' ? 'jpeg' : (format as 'avif' | 'webp');
  const body = await image
    .toFormat(sharpFormat, { quality, ...(format === 'avif' && { effort: 0 }) })
    .toBuffer();
  return { body, headers: { 'content-type': types[format] ?? '' } };
}

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Region, type Sharp } from 'sharp';
import { type BadFile, damaged, maxPixels, tooManyPixels, tooSlow, unreadable } from './bad-file.ts';
import {
  fitted,
  type Made,
  type PictureFormat,
  pictureFormats,
  type SentFile,
  stepsFor,
  type Variant,
} from './media.ts';
import { type CutFocus, squareOf } from './square.ts';
import { takeTurns, withDeadline } from './turns.ts';

// Only three decoders are left: what libvips could also read (SVG, PDF, TIFF ...) is attack surface.
const decoders = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: decoders });
// Uploads are never read twice; the cache would only hold on to pixels.
sharp.cache(false);

const atOnce = 2;
const inTurn = takeTurns(atOnce);

const usualDeadlineMs = 30_000;
const white = '#ffffff';
const acceptedFormats: readonly (string | undefined)[] = ['jpeg', 'png', 'webp'];

/** Qualities to try, best first, until the file is small enough. */
const qualities: Record<PictureFormat, number[]> = {
  avif: [50, 38, 26],
  webp: [75, 55, 35],
  jpg: [80, 60, 40],
};
const encode: Record<PictureFormat, (picture: Sharp, quality: number) => Sharp> = {
  // Effort 2 costs a tenth of effort 4 and hardly any bytes.
  avif: (picture, quality) => picture.avif({ quality, effort: 2, chromaSubsampling: '4:2:0' }),
  webp: (picture, quality) => picture.webp({ quality }),
  jpg: (picture, quality) => picture.jpeg({ quality, progressive: true }),
};
const fullQuality = 90;
const cardBytes = 10_000;
const teaserBytes = 3_000;
const teaserThrough = 32;

interface Pixels {
  data: Buffer;
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

interface PictureWishes {
  deadlineMs?: number;
  focus?: CutFocus;
  inFull?: boolean;
}

/** Turns a sent picture into the files of every width and format, its teaser and its colour. EXIF, location and
 *  whatever else was attached is gone; the orientation is in the pixels. Files are written into `folder`.
 *  With a `focus` the largest square is cut out there; with `inFull` there is also a file of its full size, where
 *  that is more than the widest step.
 *  @throws BadFile for anything that is not a sound JPEG, PNG or WebP of at most 50 megapixels */
export async function makePicture(
  key: string,
  file: SentFile,
  folder: string,
  { deadlineMs = usualDeadlineMs, focus, inFull = false }: PictureWishes = {},
): Promise<Made> {
  const { mime, files, ...found } = await inTurnUntil(deadlineMs, file.name, async (signal) => {
    // Decoded from memory: libvips would map the file, and a file that shrinks under it ends the process.
    const bytes = await readFile(file.path);
    const { mime, ...whole } = await inspect(bytes, file.name);
    const cut = focus ? squareOf(whole, focus) : null;
    const size = cut ? { width: cut.width, height: cut.height } : whole;
    const pixels = await decode(bytes, file.name, { size, cut, deadlineMs });
    const made = await derive(key, pixels, size, folder, signal);
    if (inFull && !cut && pixels.raw.width < size.width) {
      const path = join(folder, `${key}-full.jpg`);
      await writeFull(bytes, path, file.name, deadlineMs);
      made.files.push({ variant: 'full.jpg', path });
    }
    return { mime, ...size, ...made };
  });
  return { facts: { key, kind: 'image', mime, ...found, bytes: file.bytes, durationMs: null }, files };
}

/** Renders drawings of our own (never an upload) to PNG, side by side. They wait until no upload is being read,
 *  because only then the SVG decoder is open. */
export function drawPictures(svgs: readonly string[]): Promise<Buffer[]> {
  return inTurn(async () => {
    sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
    try {
      return await Promise.all(
        svgs.map((svg) => sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()),
      );
    } finally {
      sharp.block({ operation: ['VipsForeignLoadSvg'] });
    }
  }, atOnce);
}

/** One drawing. */
export async function drawPicture(svg: string): Promise<Buffer> {
  const [png] = await drawPictures([svg]);
  return png as Buffer;
}

/** The turn is kept until the work has really ended, also when nobody waits for it any more. */
function inTurnUntil<T>(ms: number, name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    void inTurn(async () => {
      let ended: Promise<unknown> = Promise.resolve();
      const answer = withDeadline(
        ms,
        () => tooSlow(name),
        (signal) => {
          const running = work(signal);
          ended = running.catch(() => {});
          return running;
        },
      );
      answer.then(resolve, reject);
      await ended;
    });
  });
}

const open = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true, pages: 1 });

async function inspect(bytes: Buffer, name: string) {
  const found = await open(bytes)
    .metadata()
    .catch((error: unknown) => Promise.reject(refusal(error, unreadable, name)));
  if (!acceptedFormats.includes(found.format)) throw unreadable(name);
  const { width, height } = found.autoOrient;
  return { mime: `image/${found.format}`, width, height };
}

/** Decodes the file once, to no more pixels than the widest rendition needs. */
async function decode(
  bytes: Buffer,
  name: string,
  {
    size,
    cut,
    deadlineMs,
  }: { size: { width: number; height: number }; cut: Region | null; deadlineMs: number },
): Promise<Pixels> {
  // Only when asked: a cut keeps the decoder from shrinking a photo while it reads it.
  const { data, info } = await (cut ? open(bytes).extract(cut) : open(bytes))
    .resize({ ...fitted(size.width, size.height, 1280), fit: 'fill' })
    // Drawings with see-through paper would vanish on a dark page.
    .flatten({ background: white })
    .toColourspace('srgb')
    .timeout({ seconds: Math.ceil(deadlineMs / 1000) })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => Promise.reject(refusal(error, damaged, name)));
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

/** The whole picture once more as JPEG, without anything but its pixels. */
async function writeFull(bytes: Buffer, path: string, name: string, deadlineMs: number) {
  await open(bytes)
    .flatten({ background: white })
    .toColourspace('srgb')
    .timeout({ seconds: Math.ceil(deadlineMs / 1000) })
    .jpeg({ quality: fullQuality })
    .toFile(path)
    .catch((error: unknown) => Promise.reject(refusal(error, damaged, name)));
}

function refusal(error: unknown, otherwise: (name: string) => BadFile, name: string) {
  return /pixel limit/.test(String(error)) ? tooManyPixels(name) : otherwise(name);
}

async function derive(
  key: string,
  pixels: Pixels,
  { width, height }: { width: number; height: number },
  folder: string,
  signal: AbortSignal,
) {
  const tiny = await shrink(pixels, fitted(pixels.raw.width, pixels.raw.height, teaserThrough));
  const { dominant } = await reading(tiny).stats();
  const widths = stepsFor(width, height);
  const files: Made['files'] = [];
  const fileFor = (variant: Variant) => {
    const path = join(folder, `${key}-${variant}`);
    files.push({ variant, path });
    return path;
  };
  for (const step of widths) {
    const rendition = await shrink(pixels, fitted(width, height, step));
    for (const format of pictureFormats) {
      signal.throwIfAborted();
      await write(rendition, format, fileFor(`${step}.${format}`), step === 320 ? cardBytes : Infinity);
    }
  }
  const teaser = reading(tiny)
    .resize({ ...fitted(width, height, 320), fit: 'fill', kernel: 'cubic' })
    .blur(6);
  await within(teaserBytes, [50, 30, 10], fileFor('teaser.webp'), (quality) =>
    teaser.clone().webp({ quality }),
  );
  return { color: hex(dominant), widths, files };
}

const reading = ({ data, raw }: Pixels) => sharp(data, { raw });

async function shrink(pixels: Pixels, size: { width: number; height: number }): Promise<Pixels> {
  const { data, info } = await reading(pixels)
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, raw: { ...pixels.raw, width: info.width, height: info.height } };
}

const write = (pixels: Pixels, format: PictureFormat, path: string, maxBytes: number) =>
  within(maxBytes, qualities[format], path, (quality) => encode[format](reading(pixels), quality));

async function within(maxBytes: number, tries: number[], path: string, encoded: (quality: number) => Sharp) {
  for (const quality of tries) {
    await encoded(quality).toFile(path);
    if ((await stat(path)).size <= maxBytes) return;
  }
}

const hex = ({ r, g, b }: { r: number; g: number; b: number }) =>
  `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;

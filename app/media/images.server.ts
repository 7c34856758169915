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

// Only three decoders stay active, because libvips's others (SVG, PDF, TIFF …) could be attacked.
const decoders = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: decoders });
// Uploads are read once, so a cache would only use memory.
sharp.cache(false);

/** Images wait by megapixels: two photos of a phone run at once, one of the largest runs alone. */
const megapixelsAtOnce = Math.ceil(maxPixels / 1e6);
const leastTurn = megapixelsAtOnce / 2;
const inTurn = takeTurns(megapixelsAtOnce);
const turnOf = ({ width, height }: { width: number; height: number }) =>
  Math.max(leastTurn, (width * height) / 1e6);
/** The size decides how long an image waits. Reading it has its own queue, two files at once. */
const looksAtOnce = 2;
const inLook = takeTurns(looksAtOnce);

const usualDeadlineMs = 30_000;
const white = '#ffffff';
const acceptedFormats: readonly (string | undefined)[] = ['jpeg', 'png', 'webp'];

const qualities: Record<PictureFormat, number[]> = {
  avif: [50, 38, 26],
  webp: [75, 55, 35],
  jpg: [80, 60, 40],
};
/** Effort 2 takes a tenth of effort 4's time, for nearly the same size; effort 1 half of that, for a tenth more bytes. */
const usualEffort = 2;
const quickEffort = 1;
const encode: Record<PictureFormat, (picture: Sharp, quality: number, effort: number) => Sharp> = {
  avif: (picture, quality, effort) => picture.avif({ quality, effort, chromaSubsampling: '4:2:0' }),
  webp: (picture, quality) => picture.webp({ quality }),
  jpg: (picture, quality) => picture.jpeg({ quality, progressive: true }),
};
const fullQuality = 90;
const cardBytes = 10_000;
const teaserBytes = 3_000;
/** A teaser shows who is where, but no grip, face or word: it has no more detail than a picture of this width. */
const teaserThrough = 40;

interface Pixels {
  data: Buffer;
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

export interface PictureOptions {
  deadlineMs?: number;
  focus?: CutFocus;
  inFull?: boolean;
  isQuick?: boolean;
}

/** Makes the files of every width and format, the teaser and the colour, into `folder`. EXIF and location are
 *  removed; the orientation is applied.
 *  @param options `focus` cuts out the largest square; `inFull` adds a full-size file if larger than the widest step;
 *  `isQuick` halves the time for AVIF files that are a tenth larger
 *  @throws BadFile unless it is a sound JPEG, PNG or WebP of at most 50 megapixels */
export async function makePicture(
  key: string,
  file: SentFile,
  folder: string,
  { deadlineMs = usualDeadlineMs, focus, inFull = false, isQuick = false }: PictureOptions = {},
): Promise<Made> {
  // The bytes are dropped here and read again later, so that waiting images use no memory.
  const { mime, ...whole } = await inLook(async () => inspect(await readFile(file.path), file.name));
  const turn = { ms: deadlineMs, name: file.name, takes: turnOf(whole) };
  const { files, ...found } = await inTurnUntil(turn, async (signal) => {
    // Decoded from memory: libvips would map the file, and a file that shrinks then ends the process.
    const bytes = await readFile(file.path);
    const cut = focus ? squareOf(whole, focus) : null;
    const size = cut ? { width: cut.width, height: cut.height } : whole;
    const pixels = await decode(bytes, file.name, { size, cut, deadlineMs });
    const effort = isQuick ? quickEffort : usualEffort;
    const made = await derive(pixels, { key, ...size, folder, effort, signal });
    if (inFull && !cut && pixels.raw.width < size.width) {
      const path = join(folder, `${key}-full.jpg`);
      await writeFull(bytes, path, file.name, deadlineMs);
      made.files.push({ variant: 'full.jpg', path });
    }
    return { ...size, ...made };
  });
  return { facts: { key, kind: 'image', mime, ...found, bytes: file.bytes, durationMs: null }, files };
}

/** Renders our own SVG drawings to PNG, while no upload is read, because the SVG decoder is active. */
export function drawPictures(svgs: readonly string[]): Promise<Buffer[]> {
  return inTurn(() => inLook(() => render(svgs), looksAtOnce), megapixelsAtOnce);
}

async function render(svgs: readonly string[]): Promise<Buffer[]> {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  try {
    return await Promise.all(
      svgs.map((svg) => sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()),
    );
  } finally {
    sharp.block({ operation: ['VipsForeignLoadSvg'] });
  }
}

export async function drawPicture(svg: string): Promise<Buffer> {
  const [png] = await drawPictures([svg]);
  return png as Buffer;
}

/** The place is held until the work has ended, even if its caller has stopped waiting. */
function inTurnUntil<T>(
  { ms, name, takes }: { ms: number; name: string; takes: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
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
    }, takes);
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

/** Decodes the file once, at no more pixels than the widest size needs. */
async function decode(
  bytes: Buffer,
  name: string,
  {
    size,
    cut,
    deadlineMs,
  }: { size: { width: number; height: number }; cut: Region | null; deadlineMs: number },
): Promise<Pixels> {
  // Only if asked for: cutting keeps the decoder from shrinking a photo while reading.
  const { data, info } = await (cut ? open(bytes).extract(cut) : open(bytes))
    .resize({ ...fitted(size.width, size.height, 1280), fit: 'fill' })
    // Transparent drawings would be invisible on a dark page.
    .flatten({ background: white })
    .toColourspace('srgb')
    .timeout({ seconds: Math.ceil(deadlineMs / 1000) })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => Promise.reject(refusal(error, damaged, name)));
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

async function writeFull(bytes: Buffer, path: string, name: string, deadlineMs: number) {
  await open(bytes)
    .flatten({ background: white })
    .toColourspace('srgb')
    .timeout({ seconds: Math.ceil(deadlineMs / 1000) })
    // Optimised tables would need the whole image in memory and save only a twentieth.
    .jpeg({ quality: fullQuality, optimiseCoding: false })
    .toFile(path)
    .catch((error: unknown) => Promise.reject(refusal(error, damaged, name)));
}

function refusal(error: unknown, otherwise: (name: string) => BadFile, name: string) {
  return /pixel limit/.test(String(error)) ? tooManyPixels(name) : otherwise(name);
}

interface Derived {
  key: string;
  /** Of the whole picture. */
  width: number;
  height: number;
  folder: string;
  effort: number;
  signal: AbortSignal;
}

async function derive(pixels: Pixels, { key, width, height, folder, effort, signal }: Derived) {
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
      const mostBytes = step === 320 ? cardBytes : Infinity;
      await within(mostBytes, qualities[format], fileFor(`${step}.${format}`), (quality) =>
        encode[format](reading(rendition), quality, effort),
      );
    }
  }
  const teaser = reading(tiny)
    .resize({ ...fitted(width, height, 320), fit: 'fill', kernel: 'cubic' })
    .blur(4);
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

async function within(maxBytes: number, tries: number[], path: string, encoded: (quality: number) => Sharp) {
  for (const quality of tries) {
    await encoded(quality).toFile(path);
    if ((await stat(path)).size <= maxBytes) return;
  }
}

const hex = ({ r, g, b }: { r: number; g: number; b: number }) =>
  `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;

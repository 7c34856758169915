import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cameraVideo, noise, phonePhoto, place, pngBomb } from '../../tests/support/media/sample-files.ts';
import { BadFile } from './bad-file.ts';
import { diskStore } from './disk.server.ts';
import { drawPicture, makePicture } from './images.server.ts';
import { makeMedia, makeProfilePicture, storeMedia } from './make.server.ts';
import type { Made, Variant } from './media.ts';

const key = '0f'.repeat(16);
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'summa-pictures-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function sent(bytes: Buffer | string, name = 'guard-pass.png') {
  const path = join(folder, 'sent-0');
  await writeFile(path, bytes);
  return { path, name, bytes: Buffer.byteLength(bytes) };
}
/** With the effort of the demo pictures, unless a test is about the bytes. */
const make = async (bytes: Buffer | string, isQuick = true) =>
  makeMedia(await sent(bytes), folder, { isQuick });
const variant = (made: Made, name: Variant) =>
  readFile(made.files.find((file) => file.variant === name)!.path);
const pixel = async (picture: Buffer, left: number, top: number) => [
  ...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
];

describe('a picture', () => {
  test('is kept in three formats at each width, whatever its own', async () => {
    const made = await make(await noise(3000, 2000).jpeg().toBuffer());
    expect(made.facts).toMatchObject({ kind: 'image', mime: 'image/jpeg', width: 3000, height: 2000 });
    expect(made.facts).toMatchObject({ widths: [320, 640, 1280], durationMs: null });
    for (const [format, mime] of [
      ['avif', 'avif'],
      ['webp', 'webp'],
      ['jpg', 'jpeg'],
    ] as const) {
      const picture = await variant(made, `640.${format}`);
      expect((await fileTypeFromBuffer(picture))?.mime).toBe(`image/${mime}`);
    }
    expect(await sharp(await variant(made, '1280.webp')).metadata()).toMatchObject({
      width: 1280,
      height: 853,
    });
    expect(await sharp(await variant(made, '320.jpg')).metadata()).toMatchObject({ width: 320, height: 213 });
  });

  test.each([
    ['start', [224, 16, 16]],
    ['end', [16, 16, 224]],
  ] as const)('is cut to a square at its %s, as it is seen, not as it is stored', async (focus, colour) => {
    // Stored on its side: upright it is 600 by 800, with a red upper half.
    const made = await makeProfilePicture(await sent(await phonePhoto()), focus, folder);
    expect(made.facts).toMatchObject({ width: 600, height: 600, widths: [48, 96, 320, 640] });
    const square = await variant(made, '640.jpg');
    const [red = 0, , blue = 0] = await pixel(square, 300, focus === 'start' ? 50 : 550);
    expect(Math.abs(red - colour[0])).toBeLessThan(12);
    expect(Math.abs(blue - colour[2])).toBeLessThan(12);
    expect(await sharp(square).metadata()).toMatchObject({ width: 600, height: 600 });
  });

  test('that is made quickly has other AVIF files, and the same of all others', async () => {
    const bytes = await noise(400, 300).blur(3).png().toBuffer();
    const usual = await make(bytes, false);
    const sizes = async (made: Made) =>
      Promise.all(made.files.map(async ({ variant, path }) => [variant, (await readFile(path)).length]));
    const of = await sizes(usual);
    const quick = await sizes(await make(bytes));
    const isAvif = ([variant]: (string | number)[]) => String(variant).endsWith('avif');
    expect(quick.filter((each) => !isAvif(each))).toEqual(of.filter((each) => !isAvif(each)));
    expect(quick.filter(isAvif)).not.toEqual(of.filter(isAvif));
  });

  test('is never enlarged', async () => {
    const made = await make(await noise(400, 300).webp().toBuffer());
    expect(made.facts.widths).toEqual([320, 640]);
    expect(await sharp(await variant(made, '640.webp')).metadata()).toMatchObject({
      width: 400,
      height: 300,
    });
  });

  test('is turned upright, and loses its location and camera data', async () => {
    const photo = await phonePhoto(800, 600);
    expect(photo.includes(place)).toBe(true);
    const made = await make(photo);
    expect(made.facts).toMatchObject({ width: 600, height: 800 });
    const upright = await variant(made, '640.jpg');
    expect((await pixel(upright, 300, 50))[0]).toBeGreaterThan(180);
    expect((await pixel(upright, 300, 700))[2]).toBeGreaterThan(180);
    for (const { path } of made.files) {
      const bytes = await readFile(path);
      for (const trace of [place, 'SpyPhone', 'Exif'])
        expect(bytes.includes(trace), `${path} ${trace}`).toBe(false);
    }
  });

  test('has a teaser of at most 3 kB without detail, and a colour to show while loading', async () => {
    const stripes = sharp({ create: { width: 8, height: 1, channels: 3, background: '#d02020' } }).composite([
      { input: { create: { width: 2, height: 1, channels: 3, background: '#ffffff' } }, left: 0, top: 0 },
    ]);
    const made = await make(
      await sharp(await stripes.png().toBuffer())
        .resize(2000, 1500, { kernel: 'nearest' })
        .png()
        .toBuffer(),
    );
    expect(made.facts.color).toMatch(/^#[cd]\d[0-2]\d[0-2]\d$/);
    const hard = await make(await noise(900, 1200).jpeg({ quality: 100 }).toBuffer());
    for (const each of [made, hard]) {
      const teaser = await variant(each, 'teaser.webp');
      expect(teaser.length).toBeLessThanOrEqual(3_000);
      expect((await sharp(teaser).metadata()).width).toBe(320);
      const { channels } = await sharp(teaser).extract({ left: 100, top: 100, width: 9, height: 9 }).stats();
      for (const { min, max } of channels.slice(0, 3)) expect(max - min).toBeLessThan(25);
    }
  });

  test('has a teaser without anything finer than a fortieth of its width', async () => {
    const bars = (count: number) => {
      const of = (_: unknown, x: number) => (Math.floor((x * 2 * count) / 1200) % 2 ? 255 : 0);
      const line = Buffer.from(Array.from({ length: 1200 }, of));
      return sharp(line, { raw: { width: 1200, height: 1, channels: 1 } })
        .resize(1200, 900, { kernel: 'nearest', fit: 'fill' })
        .png();
    };
    const contrast = async (count: number) => {
      const teaser = await variant(await make(await bars(count).toBuffer()), 'teaser.webp');
      const middle = await sharp(teaser)
        .extract({ left: 40, top: 100, width: 240, height: 9 })
        .raw()
        .toBuffer();
      return Math.max(...middle) - Math.min(...middle);
    };
    expect(await contrast(4)).toBeGreaterThan(150);
    for (const fine of [40, 60, 100]) expect(await contrast(fine), `${fine} bars`).toBeLessThan(25);
  });

  test.each<[string, () => Sharp]>([
    ['grey', () => noise(300, 200).greyscale().png()],
    ['16 bit', () => noise(300, 200).toColourspace('rgb16').png()],
    ['palette', () => noise(300, 200).png({ palette: true, colours: 16 })],
    ['CMYK', () => noise(300, 200).toColourspace('cmyk').jpeg()],
    ['one pixel', () => noise(1, 1).png()],
    ['a long strip', () => noise(8, 9000).png()],
  ])('may be %s', async (_, picture) => {
    const made = await make(await picture().toBuffer());
    expect((await sharp(await variant(made, '320.webp')).metadata()).space).toBe('srgb');
  });

  test('with transparent parts gets a white background', async () => {
    const clear = sharp({
      create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    });
    const made = await make(await clear.png().toBuffer());
    expect(await pixel(await variant(made, '320.jpg'), 20, 20)).toEqual([255, 255, 255]);
  });

  test('loses all hidden data behind it', async () => {
    const page = '<script>alert(1)</script>';
    const made = await make(Buffer.concat([await noise(100, 100).jpeg().toBuffer(), Buffer.from(page)]));
    for (const { path } of made.files) expect((await readFile(path)).includes(page)).toBe(false);
  });

  test('of more than half of the allowed pixels is processed alone, so that memory stays bounded', async () => {
    const create = { width: 6000, height: 5000, channels: 3, background: '#8a5' } as const;
    const file = await sent(await sharp({ create }).jpeg().toBuffer());
    const others = ['1', '2', '3'].map((each) => each.repeat(32));
    const done: string[] = [];
    const making = others.map(async (each) => {
      await makePicture(each, file, folder);
      done.push(each);
      // Only finished ones have written files.
      const begun = new Set((await readdir(folder)).map((name) => name.split('-', 1)[0]));
      return others.filter((other) => begun.has(other) && !done.includes(other));
    });
    expect((await Promise.all(making)).flat()).toEqual([]);
  }, 60_000);

  test('is put into the store whole', async () => {
    const store = diskStore({ folder: join(folder, 'media'), secret: 'x' });
    const facts = await storeMedia(store, await make(await noise(400, 300).png().toBuffer()));
    expect((await store.stat(facts.key, '640.avif'))?.bytes).toBeGreaterThan(100);
    expect((await store.stat(facts.key, 'teaser.webp'))?.bytes).toBeGreaterThan(50);
    const half = await make(await noise(400, 300).png().toBuffer());
    half.files.push({ variant: 'video.mp4', path: join(folder, 'lost') });
    await expect(storeMedia(store, half)).rejects.toThrow('ENOENT');
    expect(await store.stat(half.facts.key, '320.jpg')).toBeNull();
  });
});

describe('refused, with a reason for the member', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  const cases: [string, () => Buffer | string | Promise<Buffer | string>, RegExp][] = [
    ['an SVG', () => svg, /is not a picture or video we can read\.$/],
    ['an SVG with a declaration', () => `<?xml version="1.0"?>${svg}`, /we can read/],
    ['a page', () => '<!doctype html><title>x</title><script>alert(1)</script>', /we can read/],
    ['a GIF', () => noise(20, 20).gif().toBuffer(), /we can read/],
    ['an AVIF', () => noise(20, 20).avif().toBuffer(), /we can read/],
    ['a TIFF', () => noise(20, 20).tiff().toBuffer(), /we can read/],
    ['a PDF', () => '%PDF-1.7\n1 0 obj\n', /we can read/],
    ['a page dressed as PNG', () => `\x89PNG\r\n\x1a\n${'<html>'.repeat(50)}`, /we can read/],
    ['nothing', () => '', /is empty/],
    [
      'a cut-off JPEG',
      async () => (await noise(900, 900).jpeg().toBuffer()).subarray(0, 60_000),
      /damaged or incomplete/,
    ],
    [
      'a cut-off PNG',
      async () => (await noise(900, 900).png().toBuffer()).subarray(0, 60_000),
      /damaged or incomplete/,
    ],
    ['a bomb', () => pngBomb(), /more than 50 million pixels/],
    [
      '11 MB',
      () => Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), Buffer.alloc(11 * 1024 ** 2)]),
      /^File Too Large: Please select a file smaller than 10MB/,
    ],
  ];
  test.each(cases)('%s', async (_, bytes, message) => {
    const error = await make(await bytes()).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(BadFile);
    expect((error as BadFile).message).toMatch(message);
    expect((error as BadFile).message).toContain('guard-pass.png');
    expect(await readdir(folder)).toEqual(['sent-0']);
  });

  test('a video where a profile picture is asked for, even a valid one', async () => {
    const video = await sent(cameraVideo(), 'roll.mov');
    await expect(makeProfilePicture(video, 'start', folder)).rejects.toThrow(
      'Invalid File: Please select an image file (roll.mov is not one).',
    );
    expect(await readdir(folder)).toEqual(['sent-0']);
  });

  test('a picture that takes too long does not block the next one', async () => {
    const slow = await sent(await noise(4000, 3000).jpeg().toBuffer());
    await expect(makePicture(key, slow, folder, { deadlineMs: 1 })).rejects.toThrow('took too long');
    const next = await make(await noise(100, 100).png().toBuffer());
    expect(next.facts.width).toBe(100);
  });

  test('the site’s own drawings are rendered, and an uploaded SVG is not', async () => {
    const drawn = Promise.all([1, 2, 3].map(() => drawPicture(svg)));
    const file = await sent(`<?xml version="1.0"?>${svg}`);
    await expect(makePicture(key, file, folder)).rejects.toThrow('we can read');
    for (const picture of await drawn)
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 9 });
    await expect(sharp(Buffer.from(svg)).metadata()).rejects.toThrow('unsupported');
    await expect(sharp(await noise(9, 9).gif().toBuffer()).metadata()).rejects.toThrow('unsupported');
  });
});

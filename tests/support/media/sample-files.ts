import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Files as people and attackers send them, made anew for each test. */

export const place = '+48.8577+002.295/';

/** A photo of a phone: rotated, with the place in its EXIF. The left half is red. */
export async function phonePhoto(width = 800, height = 600) {
  const half = { width: Math.round(width / 2), height, channels: 3, background: '#e01010' } as const;
  return sharp({ create: { width, height, channels: 3, background: '#1010e0' } })
    .composite([{ input: { create: half }, left: 0, top: 0 }])
    .jpeg({ quality: 90 })
    .withExif({
      IFD0: { Make: 'SpyPhone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 2772/100', GPSMapDatum: place },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

export const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

/** A demo video, enlarged by a box without content. */
export function videoOf(bytes: number): Buffer {
  const clip = readFileSync('app/demo/clips/scissor-sweep.mp4');
  const filling = Buffer.alloc(bytes - clip.length, 1);
  filling.writeUInt32BE(filling.length);
  filling.write('free', 4);
  return Buffer.concat([clip, filling]);
}

/** 100 kB that need 2.7 GB of memory when decoded. */
export function pngBomb(side = 30_000) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const pixels = deflateSync(Buffer.alloc(50_000_000));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A box of an MP4 file. Numbers are 32-bit. */
export function box(type: string, ...content: (Buffer | string | number)[]) {
  const body = Buffer.concat(
    content.map((part) => (typeof part === 'number' ? u32(part) : Buffer.from(part))),
  );
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, 'latin1'), body]);
}

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

interface VideoShape {
  width?: number;
  height?: number;
  isTurned?: boolean;
  /** More boxes in `moov`, beside the tracks. */
  extras?: Buffer[];
  /** Boxes after those of the video track. */
  trackExtras?: Buffer[];
  isFragmented?: boolean;
}

/** A QuickTime video of an action camera: a video track, and a second track with the place. The frames are not real,
 *  because the container is tested. */
export function cameraVideo({
  width = 640,
  height = 360,
  isTurned,
  extras,
  trackExtras,
  isFragmented,
}: VideoShape = {}) {
  const pictures = Buffer.alloc(2_000, 0x55);
  const head = box('ftyp', 'qt  ', 0, 'qt  ');
  const at = head.length + 8;
  const media = box('mdat', pictures, place, place);
  const track = (kind: string, from: number, sizes: number[], ...more: Buffer[]) =>
    box(
      'trak',
      tkhd(width, height, isTurned),
      box(
        'mdia',
        box('mdhd', 0, 0, 0, 600, 3_000, 0),
        box('hdlr', 0, 'mhlr', kind, 0, 0, 0),
        box(
          'minf',
          box(
            'stbl',
            box('stsd', 0, 0),
            box('stts', 0, 0),
            box('stsc', 0, 1, 1, sizes.length, 1),
            box('stsz', 0, 0, sizes.length, ...sizes),
            box('stco', 0, 1, from),
          ),
        ),
      ),
      ...more,
    );
  const moov = box(
    'moov',
    box('mvhd', 0, 0, 0, 600, 3_000, ...Array<number>(20).fill(0)),
    track('vide', at, [1_000, 1_000], ...(trackExtras ?? [])),
    track('meta', at + pictures.length, [place.length, place.length]),
    ...(extras ?? []),
  );
  return Buffer.concat([head, media, moov, isFragmented ? box('moof', box('mfhd', 0, 1)) : Buffer.alloc(0)]);
}

function tkhd(width: number, height: number, isTurned = false) {
  const turn = isTurned ? [0, 0x10000, 0, -0x10000, 0] : [0x10000, 0, 0, 0, 0x10000];
  return box(
    'tkhd',
    7,
    0,
    0,
    1,
    0,
    3_000,
    0,
    0,
    0,
    0,
    ...turn,
    0,
    0,
    0,
    0x40000000,
    width << 16,
    height << 16,
  );
}

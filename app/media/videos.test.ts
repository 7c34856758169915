import { execFileSync, spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { box, cameraVideo, place } from '../../tests/support/media/sample-files.ts';
import { BadFile } from './bad-file.ts';
import { makeMedia } from './make.server.ts';
import type { Made, Variant } from './media.ts';
import { readMp4 } from './mp4.server.ts';
import { drawPoster } from './poster.server.ts';
import { BrokenVideo, readVideo } from './video-bytes.server.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'summa-videos-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function sent(bytes: Buffer | string, name = 'roll.mov') {
  const path = join(folder, 'sent-0');
  await writeFile(path, bytes);
  return { path, name, bytes: Buffer.byteLength(bytes) };
}
const make = async (bytes: Buffer | string) => makeMedia(await sent(bytes), folder);
const refusal = (bytes: Buffer | string) =>
  make(bytes).then(
    () => 'accepted',
    (error: unknown) => error as Error,
  );
const variant = (made: Made, name: Variant) =>
  readFile(made.files.find((file) => file.variant === name)!.path);
const placeBox = box('udta', box('\xa9xyz', '\0\x12\x15\xc7', place));

describe('a video from a camera', () => {
  test('is read without any tool: size, length, and always a poster and a teaser', async () => {
    const made = await make(cameraVideo({ width: 640, height: 360 }));
    expect(made.facts).toMatchObject({ kind: 'video', mime: 'video/quicktime', durationMs: 5_000 });
    expect(made.facts).toMatchObject({ width: 640, height: 360, widths: [320, 640] });
    expect(await sharp(await variant(made, '640.webp')).metadata()).toMatchObject({
      width: 640,
      height: 360,
    });
    expect((await variant(made, 'teaser.webp')).length).toBeLessThanOrEqual(3_000);
  });

  test('does not get the poster of another video that is prepared at the same time', async () => {
    const shapes = [cameraVideo({ width: 500, height: 400 }), cameraVideo({ width: 400, height: 500 })];
    const sentTogether = shapes.map(async (video, at) => {
      const path = join(folder, `together-${at}`);
      await writeFile(path, video);
      const made = await makeMedia({ path, name: 'roll.mov', bytes: video.length }, folder);
      return (await sharp(await variant(made, '640.webp')).metadata()).width;
    });
    expect(await Promise.all(sentTogether)).toEqual([500, 400]);
  });

  test('held upright is as tall as it is seen', async () => {
    expect((await make(cameraVideo({ width: 1920, height: 1080, isTurned: true }))).facts).toMatchObject({
      width: 1080,
      height: 1920,
    });
  });

  test('loses its location, wherever it was written, and keeps every other byte in place', async () => {
    const extras = [placeBox, box('meta', place), box('uuid', 'x'.repeat(16), place), box('gps ', place)];
    const video = Buffer.concat([
      cameraVideo({ extras, trackExtras: [placeBox, box('meta', place)] }),
      box('uuid', 'x'.repeat(16), `<x:xmpmeta>${place}`),
      box('free', place),
    ]);
    expect(video.toString('latin1').split(place)).toHaveLength(11);
    const served = await variant(await make(video), 'video.mov');
    expect(served.length).toBe(video.length);
    for (const trace of [place, '\xa9xyz', 'udta', 'xmpmeta'])
      expect(served.includes(Buffer.from(trace, 'latin1'))).toBe(false);
    expect(served.includes(Buffer.alloc(2_000, 0x55))).toBe(true);
    const stable = await make(served);
    expect(await variant(stable, 'video.mov')).toEqual(served);
  });

  test('without ffmpeg has a drawn poster in its own proportions', async () => {
    const poster = await drawPoster({ width: 1080, height: 1920, durationMs: null });
    expect(await sharp(poster).metadata()).toMatchObject({ width: 1080, height: 1920 });
  });
});

describe('refused, with a reason for the member', () => {
  const good = cameraVideo();
  const withType = (type: string, ...content: Buffer[]) =>
    Buffer.concat([box('ftyp', type, 0, type), ...content]);
  test.each<[string, Buffer | string]>([
    ['cut off', good.subarray(0, good.length - 300)],
    ['head only', good.subarray(0, 40)],
    ['a page dressed as a video', withType('isom', Buffer.from('<!doctype html><script>alert(1)</script>'))],
    ['sound only', withType('isom', box('moov', box('mvhd', 0, 0, 0, 600, 600)))],
    ['a box longer than the file', withType('isom', Buffer.from('7fffffff6d6f6f76', 'hex'))],
    ['a 64-bit box of 16 exabytes', withType('isom', Buffer.from('000000016d6f6f76ffffffffffffffff', 'hex'))],
    ['a box shorter than its head', withType('isom', Buffer.from('000000036d6f6f7600000000', 'hex'))],
    ['a million empty boxes', withType('isom', Buffer.concat(Array(110_000).fill(box('free'))))],
    ['a size no video has', cameraVideo({ width: 60_000, height: 60_000 })],
    ['places in fragments, where they cannot be found', cameraVideo({ isFragmented: true })],
    ['a picture in a video format', withType('heic', box('meta', 0))],
    ['a Matroska that says nothing', Buffer.from('1a45dfa3934282886d6174726f736b61', 'hex')],
    ['an AVI that says nothing', Buffer.concat([Buffer.from('RIFF\x04\0\0\0AVI ', 'latin1')])],
    [
      'an AVI longer than it is',
      Buffer.concat([Buffer.from('RIFF\xff\xff\xff\x7fAVI LIST', 'latin1'), Buffer.alloc(99)]),
    ],
    ['a playlist', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'],
  ])('%s', async (_, bytes) => {
    const error = await refusal(bytes);
    expect(error).toBeInstanceOf(BadFile);
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(/^roll\.mov is (damaged|not a picture or video)/),
    );
  });

  test('tables that name the same bytes again and again are read in bounded time', async () => {
    const video = cameraVideo();
    const stco = video.lastIndexOf('stco');
    video.writeUInt32BE(4_000_000_000, stco + 8);
    expect(await refusal(video)).toBeInstanceOf(BadFile);
  });

  test('a video with any byte changed is refused or read, and nothing else happens', async () => {
    const path = join(folder, 'changed');
    for (let at = good.indexOf('moov') - 4; at < good.length; at += 3) {
      const changed = Buffer.from(good);
      changed[at] = 0xff - (changed[at] ?? 0);
      await writeFile(path, changed);
      const outcome = await readVideo(path, readMp4).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(BrokenVideo);
    }
  });
});

describe.skipIf(!hasFfmpeg)('real videos', () => {
  let videos = '';
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=3'];
  const tags = [
    '-metadata',
    `location=${place}`,
    '-metadata',
    `comment=${place}`,
    '-metadata',
    `title=${place}`,
  ];
  const shoot = (name: string, ...args: string[]) =>
    execFileSync('ffmpeg', ['-v', 'error', ...source, ...tags, ...args, join(videos, name)]);
  const probe = (path: string, kind: string) =>
    JSON.parse(
      execFileSync(
        'ffprobe',
        ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', '-f', kind, path],
        { encoding: 'utf8' },
      ),
    );
  beforeAll(async () => {
    videos = await mkdtemp(join(tmpdir(), 'summa-real-videos-'));
    shoot('a.mp4', '-movflags', 'use_metadata_tags', '-pix_fmt', 'yuv420p');
    shoot('a.mov', '-c:v', 'mpeg4');
    shoot('a.webm', '-c:v', 'libvpx', '-b:v', '200k');
    shoot('live.webm', '-c:v', 'libvpx', '-b:v', '200k', '-live', '1');
    shoot('a.avi', '-c:v', 'mpeg4');
    shoot('fragmented.mp4', '-pix_fmt', 'yuv420p', '-movflags', 'frag_keyframe+empty_moov');
  });
  afterAll(() => rm(videos, { recursive: true, force: true }));

  test.each([
    ['a.mp4', 'video/mp4', 'video.mp4', 'mov'],
    ['fragmented.mp4', 'video/mp4', 'video.mp4', 'mov'],
    ['a.mov', 'video/quicktime', 'video.mov', 'mov'],
    ['a.webm', 'video/webm', 'video.webm', 'matroska'],
    ['live.webm', 'video/webm', 'video.webm', 'matroska'],
    ['a.avi', 'video/x-msvideo', 'video.avi', 'avi'],
  ] as const)(
    '%s plays as before, contains no location, and has its own frame as poster',
    async (name, mime, stored, kind) => {
      const video = join(videos, name);
      const before = await readFile(video);
      expect(before.includes(place)).toBe(true);
      const path = join(folder, 'sent-0');
      await copyFile(video, path);
      const made = await makeMedia({ path, name, bytes: before.length }, folder);
      expect(made.facts).toMatchObject({ kind: 'video', mime, width: 320, height: 180 });
      if (!['live.webm', 'fragmented.mp4'].includes(name))
        expect(made.facts.durationMs).toBeCloseTo(3_000, -2);
      const served = await variant(made, stored);
      expect(served.length).toBe(before.length);
      expect(served.includes(place)).toBe(false);
      const [was, is] = [probe(video, kind), probe(path, kind)];
      expect(is.streams[0]).toMatchObject({ codec_name: was.streams[0].codec_name, width: 320 });
      expect(JSON.stringify(is)).not.toContain('48.8577');
      const frames = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'framemd5', '-'], {
        encoding: 'utf8',
      });
      expect(frames).toBe(
        execFileSync('ffmpeg', ['-v', 'error', '-i', video, '-f', 'framemd5', '-'], { encoding: 'utf8' }),
      );
      const drawn = await sharp(await drawPoster(made.facts)).stats();
      const poster = await sharp(await variant(made, '320.webp')).stats();
      expect(poster.entropy).not.toBeCloseTo(drawn.entropy, 1);
    },
  );
});

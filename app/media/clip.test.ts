import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { place } from '../../tests/support/media/sample-files.ts';
import { makeTestVideo } from '../../tests/support/media/test-video.ts';
import { type ClipOrder, cutClip } from './clip.server.ts';
import { canConvert } from './ffmpeg.server.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'summa-clip-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function order(bytes: Buffer, more: Partial<ClipOrder> = {}): ClipOrder {
  const input = join(folder, 'input');
  writeFileSync(input, bytes);
  const part = { fromMs: 1_000, toMs: 2_500, slowdown: 1 };
  return { input, mime: 'video/mp4', width: 320, height: 180, folder, ...part, ...more };
}

const factsOf = (path: string) =>
  JSON.parse(
    execFileSync('ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', path], {
      encoding: 'utf8',
    }),
  ) as { streams: { codec_name: string; width: number; height: number }[]; format: { duration: string } };

/** Each picture of a file as one grey level from 0 to 255. */
const brightness = (path: string) => [
  ...execFileSync('ffmpeg', [
    '-v',
    'error',
    '-i',
    path,
    '-vf',
    'scale=1:1,format=gray',
    '-f',
    'rawvideo',
    '-',
  ]),
];

describe.skipIf(!canConvert())('a clip (needs ffmpeg)', () => {
  test.each([1, 2, 4])('plays %i times as long as its part, silent and without words', async (slowdown) => {
    const tags = ['-metadata', `location=${place}`, '-metadata', `title=${place}`];
    const video = makeTestVideo('mp4', { size: '1000x800', seconds: 3, with: tags });
    const { ending, path } = await cutClip(order(video, { width: 1000, height: 800, slowdown }));
    expect(ending).toBe('done');
    const { streams, format } = factsOf(path ?? '');
    expect(streams).toMatchObject([{ codec_name: 'h264', width: 900, height: 720 }]);
    expect(Number(format.duration)).toBeCloseTo(1.5 * slowdown, 1);
    const bytes = readFileSync(path ?? '');
    expect(bytes.includes(place)).toBe(false);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  test('shows its part and nothing else of the video', async () => {
    // Ever lighter: 40 levels a second.
    const video = makeTestVideo('mp4', {
      seconds: 5,
      hasSound: false,
      with: ['-vf', "geq=lum='40*T':cb=128:cr=128"],
    });
    const { path } = await cutClip(order(video, { fromMs: 2_000, toMs: 3_000, slowdown: 2 }));
    const levels = brightness(path ?? '');
    expect(levels[0]).toBeGreaterThan(66);
    expect(levels[0]).toBeLessThan(90);
    expect(levels.at(-1)).toBeGreaterThan(100);
    expect(levels.at(-1)).toBeLessThan(125);
  });

  test.each<[string, () => Buffer, Partial<ClipOrder>]>([
    ['a part past the end', () => makeTestVideo('mp4'), { fromMs: 5_000, toMs: 6_000 }],
    ['half a video', () => makeTestVideo('mov').subarray(0, 4_000), {}],
    ['a playlist that names other files', () => Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'), {}],
    ['sound alone', () => makeTestVideo('mp4', { seconds: 3, with: ['-map', '1:a'] }), {}],
  ])('of %s is refused and leaves no file', async (_, bytes, more) => {
    expect(await cutClip(order(bytes(), more))).toEqual({ ending: 'failed', path: null });
    expect(readdirSync(folder)).toEqual(['input']);
  });

  test('takes no more time, memory and space than it is given, stops when told, and leaves no file', async () => {
    const long = order(makeTestVideo('mp4', { size: '640x360', seconds: 10 }), {
      width: 640,
      height: 360,
      fromMs: 0,
      toMs: 10_000,
      slowdown: 4,
    });
    const leavesNothing = () => expect(readdirSync(folder)).toEqual(['input']);
    expect(await cutClip(long, undefined, { ms: 150 })).toEqual({ ending: 'late', path: null });
    leavesNothing();
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 150);
    expect(await cutClip(long, stop.signal)).toEqual({ ending: 'stopped', path: null });
    leavesNothing();
    if (!existsSync('/usr/bin/prlimit')) return;
    expect(await cutClip(long, undefined, { memoryBytes: 60_000_000 })).toEqual({
      ending: 'failed',
      path: null,
    });
    expect(await cutClip(long, undefined, { fileBytes: 20_000 })).toEqual({ ending: 'failed', path: null });
    leavesNothing();
  });
});

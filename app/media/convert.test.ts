import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTestVideo, rotated } from '../../tests/support/media/test-video.ts';
import { convertVideo, type Order } from './convert.server.ts';
import { canConvert } from './ffmpeg.server.ts';
import { type VideoStep, videoSize, videoStepsFor } from './media.ts';
import { readMp4 } from './mp4.server.ts';
import { readVideo } from './video-bytes.server.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'summa-converted-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function order(bytes: Buffer | string, more: Partial<Order> = {}): Promise<Order> {
  const input = join(folder, 'input');
  await writeFile(input, bytes);
  const steps: VideoStep[] = [480];
  return { input, mime: 'video/mp4', width: 320, height: 180, durationMs: 1_000, steps, folder, ...more };
}

test('sizes are even, never enlarged, and the small one is made only when it saves something', () => {
  expect(videoSize(1920, 1080, 480)).toEqual({ width: 854, height: 480 });
  expect(videoSize(1080, 1920, 480)).toEqual({ width: 480, height: 854 });
  expect(videoSize(321, 181, 1080)).toEqual({ width: 322, height: 182 });
  expect(videoSize(16_000, 200, 480)).toEqual({ width: 1920, height: 24 });
  expect(videoStepsFor(320, 180)).toEqual([480]);
  expect(videoStepsFor(576, 1024)).toEqual([1080]);
  expect(videoStepsFor(3840, 2160)).toEqual([480, 1080]);
});

describe.skipIf(!canConvert())('converting (needs ffmpeg)', () => {
  test('a video held upright stays upright, and its progress is reported', async () => {
    const percents: number[] = [];
    const video = rotated(makeTestVideo('mov', { seconds: 2 }));
    const sent = await order(video, { mime: 'video/quicktime', width: 180, height: 320, durationMs: 2_000 });
    const { ending, files } = await convertVideo(sent, { onProgress: (percent) => percents.push(percent) });
    expect(ending).toBe('done');
    const facts = await readVideo(files[0]?.path ?? '', readMp4);
    expect(facts).toMatchObject({ width: 180, height: 320 });
    expect(facts.durationMs).toBeCloseTo(2_000, -2);
    expect(percents.at(-1)).toBe(99);
  });

  test.each<[string, () => Buffer | string, Partial<Order>]>([
    ['a playlist that names other files', () => '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n', {}],
    ['a concat script', () => "ffconcat version 1.0\nfile '/etc/passwd'\n", {}],
    ['half a video', () => makeTestVideo('mov').subarray(0, 4_000), {}],
    ['nothing', () => '', {}],
    ['sound alone', () => makeTestVideo('mp4', { with: ['-map', '1:a'] }), {}],
    [
      'forty streams',
      () => makeTestVideo('avi', { hasSound: false, codec: Array(40).fill(['-map', '0:v']).flat() }),
      { mime: 'video/x-msvideo' },
    ],
    [
      'a size that asks for gigabytes',
      () =>
        makeTestVideo('avi', {
          size: '6000x4000',
          hasSound: false,
          codec: ['-c:v', 'png', '-frames:v', '1'],
        }),
      { mime: 'video/x-msvideo' },
    ],
  ])('%s is refused', async (_, bytes, more) => {
    const { ending, files } = await convertVideo(await order(bytes(), more));
    expect([ending, files]).toEqual(['failed', []]);
  });

  test('uses no more time, memory and space than it is given, and leaves no process behind', async () => {
    const video = await order(makeTestVideo('mp4', { size: '640x360', seconds: 10 }), {
      width: 640,
      height: 360,
    });
    expect((await convertVideo(video, {}, { ms: 200 })).ending).toBe('late');
    expect(spawnSync('pgrep', ['-f', folder]).stdout.toString()).toBe('');
    const isFenced = existsSync('/usr/bin/prlimit');
    if (!isFenced) return;
    expect((await convertVideo(video, {}, { memoryBytes: 60_000_000 })).ending).toBe('failed');
    expect((await convertVideo(video, {}, { fileBytes: 20_000 })).ending).toBe('failed');
  });

  test('ends with the process that began it', async () => {
    if (!existsSync('/usr/bin/setpriv')) return;
    const video = await order(makeTestVideo('mp4', { size: '640x360', seconds: 20 }), {
      width: 640,
      height: 360,
    });
    const script = `import { convertVideo } from ${JSON.stringify(new URL('./convert.server.ts', import.meta.url).href)};
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 700);
      await convertVideo(${JSON.stringify(video)});`;
    await writeFile(join(folder, 'dies.mjs'), script);
    expect(spawnSync(process.execPath, [join(folder, 'dies.mjs')]).signal).toBe('SIGKILL');
    expect((await readFile(join(folder, '480p.mp4'))).length).toBeGreaterThanOrEqual(0);
    await expect
      .poll(() => spawnSync('pgrep', ['-f', `file:${folder}`]).stdout.toString(), { timeout: 3_000 })
      .toBe('');
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { place } from '../../../../tests/support/media/sample-files.ts';
import { makeTestVideo } from '../../../../tests/support/media/test-video.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { convertVideo } from '../../../media/convert.server.ts';
import { canConvert } from '../../../media/ffmpeg.server.ts';
import { mostLoopBytes } from '../../../media/loop.server.ts';
import type { VideoStep } from '../../../media/media.ts';
import type { Viewer } from '../../../scope.ts';
import { prepareFiles, storePendingMedia } from '../uploads/pending-media.server.ts';
import { type Converting, convertVideos } from './convert-videos.server.ts';

const world = testWorld();
let videos = '';
beforeAll(() => {
  videos = mkdtempSync(join(tmpdir(), 'summa-convert-'));
});
afterAll(() => rmSync(videos, { recursive: true, force: true }));

const scope = () => ({ em: world.em(), now: () => world.clock.at });
const converting = (more: Partial<Converting> = {}): Converting => {
  const { media, tempDir } = world.scope();
  return { media, tempDir, ...more };
};
const stateOf = async (key: string) =>
  row<{ state: string; steps: VideoStep[]; tries: number; progress: number | null }>(world.em())`
    select video_state as state, video_steps as steps, video_tries as tries, video_progress as progress
    from media where key = ${key}`;
const later = (ms: number) => {
  world.clock.at = new Date(world.clock.at.getTime() + ms);
};

/** A member's video, uploaded by the rules, that waits to be converted. */
async function sentVideo(viewer: Viewer, name: string, bytes: Buffer) {
  const path = join(videos, `sent-${name}`);
  writeFileSync(path, bytes);
  const kind = 'video' as const;
  const part = { field: 'files', path, name, kind, bytes: bytes.length, limitBytes: 100e6, tooLarge: false };
  const prepared = await prepareFiles([part], videos);
  expect(prepared.problems).toEqual([]);
  const [waiting] = await storePendingMedia(world.member(viewer), prepared);
  return waiting?.key ?? '';
}

const streams = (path: string) =>
  JSON.parse(
    execFileSync('ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', path], {
      encoding: 'utf8',
    }),
  ) as { streams: { codec_name: string; width?: number; height?: number }[]; format: { tags: object } };

describe.skipIf(!canConvert())('an uploaded video (needs ffmpeg)', () => {
  test('becomes MP4 in two sizes, with its index in front and without its location', async () => {
    const viewer = await world.person();
    const tags = ['-metadata', `location=${place}`, '-metadata', `title=${place}`];
    const key = await sentVideo(viewer, 'big.mov', makeTestVideo('mov', { size: '800x600', with: tags }));
    expect(await stateOf(key)).toMatchObject({ state: 'waiting', steps: [] });
    await convertVideos(scope(), converting());
    expect(await stateOf(key)).toMatchObject({ state: 'done', steps: [480, 1080], progress: 100 });
    const { media, tempDir } = world.scope();
    const loop = await media.stat(key, 'loop.avif');
    expect(loop?.bytes).toBeLessThanOrEqual(mostLoopBytes);
    expect(await row(world.em())`select has_loop from media where key = ${key}`).toEqual({ has_loop: true });
    for (const [variant, width, height] of [
      ['480p.mp4', 640, 480],
      ['1080p.mp4', 800, 600],
    ] as const) {
      const path = (await media.localPath(key, variant)) ?? '';
      const bytes = readFileSync(path);
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
      expect(bytes.includes(place)).toBe(false);
      const found = streams(path);
      expect(found.streams.map(({ codec_name }) => codec_name).toSorted()).toEqual(['aac', 'h264']);
      expect(found.streams[0]).toMatchObject({ width, height });
    }
    expect(readdirSync(tempDir)).toEqual([]);
  });

  test('that ffmpeg cannot read is given up after three tries', async () => {
    const viewer = await world.person();
    const good = makeTestVideo('mov');
    const key = await sentVideo(viewer, 'torn.mov', good);
    const path = (await world.scope().media.localPath(key, 'video.mov')) ?? '';
    writeFileSync(path, Buffer.alloc(good.length, 7));
    await convertVideos(scope(), converting());
    expect(await stateOf(key)).toMatchObject({ state: 'failed', steps: [], tries: 3 });
    expect(readdirSync(world.scope().tempDir)).toEqual([]);
  });

  test('that is deleted during its conversion leaves nothing behind', async () => {
    const viewer = await world.person();
    const key = await sentVideo(viewer, 'gone.mov', makeTestVideo('mov'));
    const { media } = world.scope();
    const convert: typeof convertVideo = async (order, watching) => {
      await row(world.em())`delete from media where key = ${key}`;
      await media.remove(key);
      return convertVideo(order, watching);
    };
    await convertVideos(scope(), converting({ convert }));
    expect(await media.localPath(key, '480p.mp4')).toBeNull();
  });

  test('of a process that was killed is converted by the next one; that of a running one is left alone', async () => {
    const viewer = await world.person();
    const key = await sentVideo(viewer, 'killed.mov', makeTestVideo('mov'));
    let taken = () => {};
    const isTaken = new Promise<void>((resolve) => {
      taken = resolve;
    });
    let wake = () => {};
    // As after kill -9: no heartbeat and no end.
    const convert: typeof convertVideo = async () => {
      taken();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      return { ending: 'done', files: [] };
    };
    const dead = convertVideos(scope(), converting({ convert }));
    await isTaken;
    await convertVideos(scope(), converting());
    expect(await stateOf(key)).toMatchObject({ state: 'converting', tries: 1 });
    later(61_000);
    await convertVideos(scope(), converting());
    expect(await stateOf(key)).toMatchObject({ state: 'done', tries: 2, steps: [480] });
    wake();
    await dead;
    expect(await stateOf(key)).toMatchObject({ state: 'done', steps: [480] });
  });

  test('is interrupted by a stop: ffmpeg ends, no try is counted, and the next start converts it', async () => {
    const viewer = await world.person();
    const key = await sentVideo(
      viewer,
      'stopped.mov',
      makeTestVideo('mov', { size: '640x360', seconds: 12 }),
    );
    const stop = new AbortController();
    const convert: typeof convertVideo = (order, watching) => {
      setTimeout(() => stop.abort(), 300);
      return convertVideo(order, watching);
    };
    await convertVideos(scope(), converting({ convert, signal: stop.signal }));
    expect(await stateOf(key)).toMatchObject({ state: 'waiting', tries: 0 });
    expect(spawnSync('pgrep', ['-f', world.scope().tempDir]).stdout.toString()).toBe('');
    await row(world.em())`delete from media where key = ${key}`;
  });

  test('is put back when the disk is full, and given up at the third time', async () => {
    const viewer = await world.person();
    const key = await sentVideo(viewer, 'full.mov', makeTestVideo('mov'));
    const { media } = world.scope();
    const full = { ...media, put: () => Promise.reject(new Error('ENOSPC')) };
    for (const state of ['waiting', 'waiting', 'failed']) {
      await expect(convertVideos(scope(), converting({ media: full }))).rejects.toThrow('ENOSPC');
      expect(await stateOf(key)).toMatchObject({ state });
      await convertVideos(scope(), converting());
      expect(await stateOf(key)).toMatchObject({ state });
      later(10 * 60_000);
    }
    expect(existsSync((await media.localPath(key, 'video.mov')) ?? '')).toBe(true);
  });
});

import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { videoItem } from '../../../../tests/support/media/video-item.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { cutClip } from '../../../media/clip.server.ts';
import { canConvert } from '../../../media/ffmpeg.server.ts';
import { type CuttingClips, cutClips } from './cut-clips.server.ts';

const world = testWorld();
const scope = () => ({ em: world.em(), now: () => world.clock.at });
const cutting = (more: Partial<CuttingClips> = {}): CuttingClips => {
  const { media, tempDir } = world.scope();
  return { media, tempDir, ...more };
};
const later = (ms: number) => {
  world.clock.at = new Date(world.clock.at.getTime() + ms);
};

/** A clip that waits, of a video of its own. */
async function waitingClip() {
  const video = await videoItem(world, { creator: await world.person(), seconds: 2 });
  const key = randomBytes(16).toString('hex');
  await row(
    world.em(),
  )`insert into clips (key, media_id, from_ms, to_ms, slowdown, cut_at, asked_at, last_used_at)
    values (${key}, ${video.mediaId}, 500, 1500, 2, ${world.clock.at}, ${world.clock.at}, ${world.clock.at})`;
  return { ...video, key };
}

const stateOf = (key: string) =>
  row<{ state: string; tries: number }>(world.em())`select state, tries from clips where key = ${key}`;
const fileOf = async (key: string) => (await world.scope().media.stat(key, 'clip.mp4'))?.bytes ?? 0;
const queued = () => rows(world.em())`select 1 from graphile_worker.jobs where task_identifier = 'cut-clips'`;

describe.skipIf(!canConvert())('a clip that waits (needs ffmpeg)', () => {
  test('is cut, one at a time, and the next is queued', async () => {
    const [first, second] = [await waitingClip(), await waitingClip()];
    await cutClips(scope(), cutting());
    expect([await stateOf(first.key), await stateOf(second.key)]).toMatchObject([
      { state: 'ready', tries: 1 },
      { state: 'waiting', tries: 0 },
    ]);
    expect(await fileOf(first.key)).toBeGreaterThan(1_000);
    expect(await queued()).toHaveLength(1);
    await cutClips(scope(), cutting());
    expect(await stateOf(second.key)).toMatchObject({ state: 'ready' });
    expect(readdirSync(world.scope().tempDir)).toEqual([]);
  });

  test('is left alone while another process cuts it, and is cut anew when that one died', async () => {
    const { key } = await waitingClip();
    let wake = () => {};
    let taken = () => {};
    const isTaken = new Promise<void>((resolve) => {
      taken = resolve;
    });
    // As after kill -9: no heartbeat and no end.
    const cut: typeof cutClip = async () => {
      taken();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      return { ending: 'failed', path: null };
    };
    const dead = cutClips(scope(), cutting({ cut }));
    await isTaken;
    await cutClips(scope(), cutting());
    expect(await stateOf(key)).toEqual({ state: 'cutting', tries: 1 });
    later(31_000);
    await cutClips(scope(), cutting());
    expect(await stateOf(key)).toEqual({ state: 'ready', tries: 2 });
    wake();
    await dead;
    expect(await stateOf(key)).toEqual({ state: 'ready', tries: 2 });
    expect(await fileOf(key)).toBeGreaterThan(1_000);
  });

  test('fails when its video cannot be read, and leaves no file', async () => {
    const { key } = await waitingClip();
    const cut: typeof cutClip = (order, signal) =>
      cutClip({ ...order, fromMs: 60_000, toMs: 61_000 }, signal);
    await cutClips(scope(), cutting({ cut }));
    expect(await stateOf(key)).toMatchObject({ state: 'failed' });
    expect(await fileOf(key)).toBe(0);
    expect(readdirSync(world.scope().tempDir)).toEqual([]);
  });

  test('is tried once more when the disk is full, and then given up', async () => {
    const { key } = await waitingClip();
    const { media } = world.scope();
    const full = { ...media, put: () => Promise.reject(new Error('ENOSPC')) };
    for (const state of ['waiting', 'failed']) {
      await expect(cutClips(scope(), cutting({ media: full }))).rejects.toThrow('ENOSPC');
      expect(await stateOf(key)).toMatchObject({ state });
      await cutClips(scope(), cutting());
      expect(await stateOf(key)).toMatchObject({ state });
      later(61_000);
    }
    expect(readdirSync(world.scope().tempDir)).toEqual([]);
  });

  test('is cut by the next process after a stop, which counts no try', async () => {
    const { key } = await waitingClip();
    const stop = new AbortController();
    const cut: typeof cutClip = (order, signal) => {
      stop.abort();
      return cutClip(order, signal);
    };
    await cutClips(scope(), cutting({ cut, signal: stop.signal }));
    expect(await stateOf(key)).toEqual({ state: 'waiting', tries: 0 });
    await cutClips(scope(), cutting());
    expect(await stateOf(key)).toMatchObject({ state: 'ready' });
  });

  test.each(['before', 'while'])('leaves nothing when its video is deleted %s it is cut', async (when) => {
    const { key, mediaId } = await waitingClip();
    const remove = async () => {
      await row(world.em())`delete from clips where key = ${key}`;
      await row(world.em())`delete from media where id = ${mediaId}`;
    };
    if (when === 'before') {
      await row(world.em())`update media set status = 'removed' where id = ${mediaId}`;
    }
    const cut: typeof cutClip = async (order, signal) => {
      const done = await cutClip(order, signal);
      await remove();
      return done;
    };
    await cutClips(scope(), cutting({ cut }));
    expect(await stateOf(key)).toBe(null);
    expect(await fileOf(key)).toBe(0);
    expect(readdirSync(world.scope().tempDir)).toEqual([]);
  });
});

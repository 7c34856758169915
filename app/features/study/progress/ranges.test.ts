import { describe, expect, test } from 'vitest';
import { addVideo } from '../../../../tests/support/media/video-row.ts';
import { minute, watching } from '../../../../tests/support/media/watching.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { setPaused } from './history.server.ts';
import { shareOfRange } from './progress.schema.ts';
import { noteRange, readProgress, setProgress } from './progress.server.ts';

const world = testWorld();
const { later, written } = watching(world);

describe('a player without our script', () => {
  test('is followed by the ranges that it reads', async () => {
    const viewer = await world.person();
    const item = await world.item({ contentType: 'video' });
    const second = await addVideo(world.em(), item, { position: 1 });
    const first = await addVideo(world.em(), item, { position: 0, seconds: 100 });
    const scope = world.member(viewer);
    await noteRange(scope, second, 0.5);
    expect(await readProgress(scope, item)).toEqual({ seconds: null, seen: false });
    await noteRange(scope, first, 0.255);
    expect(await readProgress(scope, item)).toEqual({ seconds: 25, seen: false });
    later(2 * minute);
    await noteRange(scope, first, 0.99);
    expect(await readProgress(scope, item)).toEqual({ seconds: 99, seen: false });
  });

  test('is not followed while the history is paused, nor afterwards by what was read then', async () => {
    const viewer = await world.person();
    const item = await world.item({ contentType: 'video' });
    const key = await addVideo(world.em(), item, { seconds: 100 });
    const scope = world.member(viewer);
    await setPaused(scope, true);
    await noteRange(scope, key, 0.5);
    expect(await readProgress(scope, item)).toEqual({ seconds: null, seen: false });
    await setPaused(scope, false);
    later(2 * minute);
    await scope.progress.flush(scope.em, Number.POSITIVE_INFINITY);
    expect(await written(viewer, item)).toBeNull();
  });

  test('does not disturb exact moments', async () => {
    const viewer = await world.person();
    const item = await world.item({ contentType: 'video' });
    const key = await addVideo(world.em(), item);
    const scope = world.member(viewer);
    await setProgress(scope, item, 50);
    later(2 * minute);
    await noteRange(scope, key, 0.9);
    expect(await readProgress(scope, item)).toEqual({ seconds: 50, seen: false });
  });

  test.each([
    ['bytes 500-999/1000', 0.5],
    ['bytes 0-999/1000', null],
    ['bytes */1000', null],
    ['bytes 5-9/0', null],
    [undefined, null],
  ])('reads %s as %s', (range, share) => expect(shareOfRange(range)).toBe(share));
});

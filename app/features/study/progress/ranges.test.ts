import { describe, expect, test } from 'vitest';
import { deleteDuring } from '../../../../tests/support/database/counters.ts';
import { addVideo } from '../../../../tests/support/media/video-row.ts';
import { minute, watching } from '../../../../tests/support/media/watching.ts';
import { rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import * as itemPage from '../../library/items/content.page.tsx';
import { anonymise } from '../../operations/members/anonymise.server.ts';
import { setPaused } from './history.server.ts';
import { shareOfRange } from './progress.schema.ts';
import { noteRange, readProgress, setProgress } from './progress.server.ts';
import { ProgressKeeper } from './progress-keeper.server.ts';

const world = testWorld();
const { aVideo, later, written } = watching(world);
const flush = (until = world.clock.at.getTime()) => world.scope().progress.flush(world.em(), until);
const atEnd = Number.POSITIVE_INFINITY;
const place = (memberId: number, contentId: number, seconds: number, at = world.clock.at) => ({
  memberId,
  contentId,
  seconds,
  at,
});

describe('a player without our script', () => {
  test('is followed by the ranges that it reads', async () => {
    const viewer = await world.person();
    const item = await world.item({ contentType: 'video' });
    const second = await addVideo(world.em(), item, { position: 1 });
    const first = await addVideo(world.em(), item, { position: 0, seconds: 100 });
    const scope = world.member(viewer);
    const note = (key: string, share: number) => noteRange(scope, { key, share, at: world.clock.at });
    await note(second, 0.5);
    expect(await readProgress(scope, item)).toEqual({ seconds: null, seen: false });
    await note(first, 0.255);
    expect(await readProgress(scope, item)).toEqual({ seconds: 25, seen: false });
    later(2 * minute);
    await note(first, 0.99);
    expect(await readProgress(scope, item)).toEqual({ seconds: 99, seen: false });
  });

  test('is not followed while the history is paused, nor afterwards by what was read then', async () => {
    const viewer = await world.person();
    const item = await world.item({ contentType: 'video' });
    const key = await addVideo(world.em(), item, { seconds: 100 });
    const scope = world.member(viewer);
    await setPaused(scope, true);
    await noteRange(scope, { key, share: 0.5, at: world.clock.at });
    expect(await readProgress(scope, item)).toEqual({ seconds: null, seen: false });
    await setPaused(scope, false);
    later(2 * minute);
    await scope.progress.flush(scope.em, Number.POSITIVE_INFINITY);
    expect(await written(viewer, item)).toBeNull();
  });

  test('does not replace what a script has just told, also to another process', async () => {
    const viewer = await world.person();
    const item = await world.item({ contentType: 'video' });
    const key = await addVideo(world.em(), item, { seconds: 100 });
    const scope = world.member(viewer);
    const asked = world.clock.at;
    later(1);
    await setProgress(scope, item, 50);
    later(2 * minute);
    const elsewhere = { ...scope, progress: new ProgressKeeper() };
    for (const process of [scope, elsewhere])
      await noteRange(process, { key, share: 0.9, at: world.clock.at });
    expect(await readProgress(scope, item)).toEqual({ seconds: 50, seen: false });
    later(2 * minute);
    // The player asked for these bytes before its script told where it is, and the answer ended only now.
    await noteRange(scope, { key, share: 0.2, at: asked });
    await flush(atEnd);
    expect(await readProgress(scope, item)).toEqual({ seconds: 50, seen: false });
    await noteRange(elsewhere, { key, share: 0.9, at: world.clock.at });
    expect(await readProgress(scope, item)).toEqual({ seconds: 90, seen: false });
  });

  test('is written once a minute, one item after the other, and the last range counts', async () => {
    const [viewer, one, two] = [await world.person(), await aVideo(), await aVideo()];
    const { progress } = world.member(viewer);
    for (const [item, seconds] of [
      [one, 10],
      [two, 20],
      [one, 11],
    ] as const) {
      progress.add(place(viewer.id, item, seconds));
      await flush();
    }
    const both = async () => [await written(viewer, one), await written(viewer, two)];
    expect(await both()).toEqual([{ seconds: 10 }, null]);
    later(minute);
    await flush();
    expect(await both()).toEqual([{ seconds: 10 }, { seconds: 20 }]);
    later(minute);
    await flush();
    expect(await both()).toEqual([{ seconds: 11 }, { seconds: 20 }]);
  });

  test('is written for everyone when the process ends, and kept while the database is away', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    const keeper = new ProgressKeeper();
    const at = world.clock.at;
    keeper.add(place(viewer.id, item, 5));
    await keeper.flush(world.em(), at.getTime());
    keeper.add(place(viewer.id, item, 6, new Date(at.getTime() + 1)));
    const away = {
      getKysely: () => {
        throw new Error('away');
      },
    };
    await expect(keeper.flush(away as never, atEnd)).rejects.toThrow('away');
    await keeper.flush(world.em(), atEnd);
    expect(await written(viewer, item)).toEqual({ seconds: 6 });
  });

  test('is followed also when the item is opened again before the place is written', async () => {
    const [viewer, one, two] = [await world.person(), await aVideo(), await aVideo()];
    const { progress } = world.member(viewer);
    progress.add(place(viewer.id, one, 20));
    await flush();
    progress.add(place(viewer.id, two, 9));
    later(10);
    await world.send(itemPage.loader, viewer, `/content/${two}`, { id: String(two) });
    await world.views.flush(world.em());
    later(minute);
    await flush();
    expect(await written(viewer, two)).toEqual({ seconds: 9 });
  });

  test('is not followed after the account was deleted', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    world.member(viewer).progress.add(place(viewer.id, item, 30));
    await world.send(itemPage.loader, viewer, `/content/${item}`, { id: String(item) });
    await world.em().transactional((em) => anonymise(em, viewer.id, world.clock.at));
    await flush(atEnd);
    await world.views.flush(world.em());
    expect(await rows(world.em())`select 1 from watched where user_id = ${viewer.id}`).toEqual([]);
  });

  test('keeps the place in one item when another is deleted at the same moment', async () => {
    const [viewer, gone, stays] = [await world.person(), await aVideo(), await aVideo()];
    for (const item of [gone, stays]) world.member(viewer).progress.add(place(viewer.id, item, 20));
    expect(await deleteDuring(world.em(), gone, () => flush(atEnd))).toBeUndefined();
    expect(await written(viewer, stays)).toEqual({ seconds: 20 });
  });

  test.each([
    ['bytes 500-999/1000', 0.5],
    ['bytes 0-999/1000', null],
    ['bytes */1000', null],
    ['bytes 5-9/0', null],
    [undefined, null],
  ])('reads %s as %s', (range, share) => expect(shareOfRange(range)).toBe(share));
});

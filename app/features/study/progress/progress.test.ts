import { describe, expect, test } from 'vitest';
import { deleteDuring } from '../../../../tests/support/database/counters.ts';
import { minute, watching } from '../../../../tests/support/media/watching.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { jsonCall, testWorld } from '../../../../tests/support/world.ts';
import { Invalid, NotAllowed, NotFound } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import * as itemPage from '../../library/items/content.page.tsx';
import { anonymise } from '../../operations/members/anonymise.server.ts';
import { goingOn } from '../next/going-on.server.ts';
import { listHistory } from './history.server.ts';
import { writeMarks } from './keep-progress.sql.server.ts';
import { isEnd, readProgress, setProgress } from './progress.server.ts';
import { ProgressKeeper } from './progress-keeper.server.ts';

const world = testWorld();
const begunBy = async (scope: MemberScope) => (await goingOn(scope)).begun;
const { aVideo, askProgress, later, written } = watching(world);

describe('where a member is in a video', () => {
  test('is kept, and the last moment counts', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    const scope = world.member(viewer);
    expect(await setProgress(scope, item, 12)).toEqual({ seconds: 12, seen: false });
    later(2 * minute);
    expect(await setProgress(scope, item, 92)).toEqual({ seconds: 92, seen: false });
    expect(await written(viewer, item)).toEqual({ seconds: 92 });
    expect((await begunBy(scope)).map(({ id, seconds }) => [id, seconds])).toEqual([[item, 92]]);
  });

  test('is written at most once a minute, shown at once, and not lost', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    const scope = world.member(viewer);
    await setProgress(scope, item, 1);
    for (let second = 2; second <= 59; second += 1) {
      later(1);
      expect(await setProgress(scope, item, second)).toEqual({ seconds: second, seen: false });
      expect(await written(viewer, item)).toEqual({ seconds: 1 });
    }
    expect((await listHistory(scope, { size: 5 })).items[0]?.seconds).toBe(59);
    later(2);
    await scope.progress.flush(scope.em, world.clock.at.getTime());
    expect(await written(viewer, item)).toEqual({ seconds: 59 });
  });

  test('of two items in one minute is written one after the other', async () => {
    const [viewer, one, two] = [await world.person(), await aVideo(), await aVideo()];
    const scope = world.member(viewer);
    await setProgress(scope, one, 10);
    await setProgress(scope, two, 20);
    await setProgress(scope, one, 11);
    expect([await written(viewer, one), await written(viewer, two)]).toEqual([{ seconds: 10 }, null]);
    expect(await readProgress(scope, two)).toEqual({ seconds: 20, seen: false });
    later(minute);
    await scope.progress.flush(scope.em, world.clock.at.getTime());
    expect(scope.progress.waitingOf(viewer.id).size).toBe(1);
    later(minute);
    await scope.progress.flush(scope.em, world.clock.at.getTime());
    expect([await written(viewer, one), await written(viewer, two)]).toEqual([
      { seconds: 11 },
      { seconds: 20 },
    ]);
  });

  test('is written for everyone when the process ends, and kept while the database is away', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    const keeper = new ProgressKeeper();
    const at = world.clock.at;
    keeper.add(viewer.id, { contentId: item, seconds: 5, isSeen: false, at });
    await keeper.flush(world.em(), at.getTime());
    keeper.add(viewer.id, { contentId: item, seconds: 6, isSeen: false, at: new Date(at.getTime() + 1) });
    const away = {
      getKysely: () => {
        throw new Error('away');
      },
    };
    await expect(keeper.flush(away as never, Number.POSITIVE_INFINITY)).rejects.toThrow('away');
    await keeper.flush(world.em(), Number.POSITIVE_INFINITY);
    expect(await written(viewer, item)).toEqual({ seconds: 6 });
    expect(keeper.waitingOf(viewer.id).size).toBe(0);
  });

  test('is one’s own', async () => {
    const [ann, bob, item] = [await world.person(), await world.person(), await aVideo()];
    await setProgress(world.member(ann), item, 30);
    expect(await readProgress(world.member(bob), item)).toEqual({ seconds: null, seen: false });
    expect((await listHistory(world.member(bob), { size: 5 })).items).toEqual([]);
  });

  test('waits while another is written, and is not lost when its item is opened meanwhile', async () => {
    const [viewer, one, two] = [await world.person(), await aVideo(), await aVideo()];
    const scope = world.member(viewer);
    await setProgress(scope, one, 20);
    await setProgress(scope, two, 9);
    later(10);
    await world.send(itemPage.loader, viewer, `/content/${two}`, { id: String(two) });
    await world.views.flush(world.em());
    later(minute);
    await scope.progress.flush(scope.em, world.clock.at.getTime());
    expect(await written(viewer, two)).toEqual({ seconds: 9 });
  });

  test('is not written after the account was deleted', async () => {
    const [viewer, one, two] = [await world.person(), await aVideo(), await aVideo()];
    const scope = world.member(viewer);
    await setProgress(scope, one, 20);
    await setProgress(scope, two, 30);
    await world.send(itemPage.loader, viewer, `/content/${two}`, { id: String(two) });
    await world.em().transactional((em) => anonymise(em, viewer.id, world.clock.at));
    later(2 * minute);
    await scope.progress.flush(scope.em, Number.POSITIVE_INFINITY);
    await world.views.flush(world.em());
    expect(await rows(world.em())`select 1 from watched where user_id = ${viewer.id}`).toEqual([]);
  });

  test('of an item that is deleted at the same moment does not lose the others', async () => {
    const [viewer, gone, stays] = [await world.person(), await aVideo(), await aVideo()];
    const scope = world.member(viewer);
    for (const contentId of [gone, stays])
      scope.progress.add(viewer.id, { contentId, seconds: 20, isSeen: false, at: world.clock.at });
    const answer = await deleteDuring(world.em(), gone, () =>
      scope.progress.flush(scope.em, Number.POSITIVE_INFINITY),
    );
    expect(answer).toBeUndefined();
    expect(await written(viewer, stays)).toEqual({ seconds: 20 });
  });

  test('near the end it is seen, for good', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    const scope = world.member(viewer);
    expect(await setProgress(scope, item, 190)).toEqual({ seconds: 190, seen: true });
    later(2 * minute);
    expect(await setProgress(scope, item, 3)).toEqual({ seconds: 3, seen: true });
    expect(await begunBy(scope)).toEqual([]);
  });

  test('is seen also when the end was reported before it was opened again, and the newer place stays', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    const at = world.clock.at;
    const soon = new Date(at.getTime() + 90_000);
    await writeMarks(world.em(), [
      { memberId: viewer.id, contentId: item, seconds: 2, isSeen: false, at: soon },
    ]);
    const older = { memberId: viewer.id, contentId: item, seconds: 200, at };
    await writeMarks(world.em(), [{ ...older, isSeen: false }]);
    expect(await readProgress(world.member(viewer), item)).toEqual({ seconds: 2, seen: false });
    await writeMarks(world.em(), [{ ...older, isSeen: true }]);
    expect(await readProgress(world.member(viewer), item)).toEqual({ seconds: 2, seen: true });
    const kept = row<{ last_at: Date }>(world.em())`select last_at from watched where content_id = ${item}`;
    expect(new Date((await kept)?.last_at ?? 0)).toEqual(soon);
  });

  test.each([
    [9, 10_000, true],
    [8, 10_000, false],
    [189, 200_000, false],
    [190, 200_000, true],
  ])('second %i of %i ms: the end is %s', (seconds, length, end) => {
    expect(isEnd(seconds, length)).toBe(end);
  });
});

describe('refused are', () => {
  test('moments after the end, items without a video, locked and unknown items', async () => {
    const scope = world.member(await world.person());
    const [video, picture] = [await aVideo(), await world.item()];
    await expect(setProgress(scope, video, 201)).rejects.toThrow(
      new Invalid({ seconds: ['The video ends at 3:20.'] }),
    );
    await expect(setProgress(scope, picture, 1)).rejects.toThrow('This item has no video.');
    await expect(setProgress(scope, await aVideo({ tier: 'vip' }), 1)).rejects.toThrow(NotAllowed);
    await expect(setProgress(scope, await aVideo({ status: 'draft' }), 1)).rejects.toThrow(NotFound);
    expect((await listHistory(scope, { size: 5 })).items).toEqual([]);
  });

  test('by call: visitors, and what are no seconds', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    expect((await askProgress(null, item, jsonCall('PUT', { seconds: 1 }))).status).toBe(401);
    for (const seconds of [-1, 1.5, '12', null, 1e9])
      expect([seconds, (await askProgress(viewer, item, jsonCall('PUT', { seconds }))).status]).toEqual([
        seconds,
        422,
      ]);
    expect((await askProgress(viewer, item, jsonCall('PUT', {}))).status).toBe(422);
  });
});

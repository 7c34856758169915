import { describe, expect, test } from 'vitest';
import { deleteDuring } from '../../../../tests/support/database/counters.ts';
import { minute, watching } from '../../../../tests/support/media/watching.ts';
import { row } from '../../../../tests/support/sql.ts';
import { jsonCall, testWorld } from '../../../../tests/support/world.ts';
import { Invalid, NotAllowed, NotFound } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { goingOn } from '../next/going-on.server.ts';
import { listHistory } from './history.server.ts';
import { writeMarks } from './keep-progress.sql.server.ts';
import { isEnd, readProgress, setProgress } from './progress.server.ts';

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

  test('is written before it is answered, also the second of a minute and that of another item', async () => {
    const [viewer, one, two] = [await world.person(), await aVideo(), await aVideo()];
    const scope = world.member(viewer);
    for (const [item, seconds] of [
      [one, 1],
      [one, 2],
      [two, 20],
      [one, 3],
    ] as const) {
      later(1);
      expect(await setProgress(scope, item, seconds)).toEqual({ seconds, seen: false });
      expect(await written(viewer, item)).toEqual({ seconds });
    }
    const { items } = await listHistory(scope, { size: 5 });
    expect(items.map(({ id, seconds }) => [id, seconds])).toEqual([
      [one, 3],
      [two, 20],
    ]);
  });

  test('is one’s own', async () => {
    const [ann, bob, item] = [await world.person(), await world.person(), await aVideo()];
    await setProgress(world.member(ann), item, 30);
    expect(await readProgress(world.member(bob), item)).toEqual({ seconds: null, seen: false });
    expect((await listHistory(world.member(bob), { size: 5 })).items).toEqual([]);
  });

  test('of an item that is deleted at the same moment is not written', async () => {
    const [viewer, gone] = [await world.person(), await aVideo()];
    const answer = await deleteDuring(world.em(), gone, () => setProgress(world.member(viewer), gone, 20));
    expect(answer).toEqual({ seconds: null, seen: false });
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

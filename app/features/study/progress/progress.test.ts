import { beforeEach, describe, expect, test } from 'vitest';
import { addVideo } from '../../../../tests/support/media/video-row.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import { Invalid, NotAllowed, NotFound } from '../../../errors.ts';
import type { Viewer } from '../../../scope.ts';
import * as itemPage from '../../library/items/content.page.tsx';
import { anonymise } from '../../operations/members/anonymise.server.ts';
import * as clearPage from './clear-history.page.tsx';
import * as forgetButton from './forget.action.ts';
import * as historyCall from './history.api.ts';
import * as historyPage from './history.page.tsx';
import { clearHistory, isPaused, listBegun, listHistory, setPaused } from './history.server.ts';
import * as historyItemCall from './history-item.api.ts';
import { writeMarks } from './keep-progress.sql.server.ts';
import * as pauseButton from './pause-history.action.ts';
import * as call from './progress.api.ts';
import { shareOfRange } from './progress.schema.ts';
import { isEnd, markSeen, noteRange, readProgress, setProgress } from './progress.server.ts';
import { ProgressKeeper } from './progress-keeper.server.ts';
import * as seenButton from './seen.action.ts';

const world = testWorld();
const later = (seconds: number) => {
  world.clock.at = new Date(world.clock.at.getTime() + seconds * 1000);
};
const minute = 60;

/** Each test begins with no minute under way. */
beforeEach(() => later(10 * minute));

async function aVideo(facts: Parameters<typeof world.item>[0] = {}, seconds: number | null = 200) {
  const id = await world.item({ contentType: 'video', ...facts });
  await addVideo(world.em(), id, { seconds });
  return id;
}

const written = async (viewer: Viewer, item: number) =>
  row<{ seconds: number | null }>(
    world.em(),
  )`select seconds from watched where user_id = ${viewer.id} and content_id = ${item}`;

const call_ = async (viewer: Viewer | null, item: number, init: RequestInit) => {
  const verb = init.method === 'GET' || !init.method ? call.loader : call.action;
  return world.send(verb, viewer, `/api/content/${item}/progress`, { id: String(item) }, init);
};

describe('where a member is in a video', () => {
  test('is kept, and the last moment counts', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    const scope = world.member(viewer);
    expect(await setProgress(scope, item, 12)).toEqual({ seconds: 12, seen: false });
    later(2 * minute);
    expect(await setProgress(scope, item, 92)).toEqual({ seconds: 92, seen: false });
    expect(await written(viewer, item)).toEqual({ seconds: 92 });
    expect((await listBegun(scope, 4)).map(({ id, seconds }) => [id, seconds])).toEqual([[item, 92]]);
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

  test('near the end it is seen, for good', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    const scope = world.member(viewer);
    expect(await setProgress(scope, item, 190)).toEqual({ seconds: 190, seen: true });
    later(2 * minute);
    expect(await setProgress(scope, item, 3)).toEqual({ seconds: 3, seen: true });
    expect(await listBegun(scope, 4)).toEqual([]);
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
    expect((await call_(null, item, jsonCall('PUT', { seconds: 1 }))).status).toBe(401);
    for (const seconds of [-1, 1.5, '12', null, 1e9])
      expect([seconds, (await call_(viewer, item, jsonCall('PUT', { seconds }))).status]).toEqual([
        seconds,
        422,
      ]);
    expect((await call_(viewer, item, jsonCall('PUT', {}))).status).toBe(422);
  });
});

describe('the same as a call and as a form', () => {
  test('seen by hand, and not seen', async () => {
    const [viewer, item] = [await world.person(), await world.item()];
    const press = (seen: string) =>
      world.send(
        seenButton.action,
        viewer,
        `/content/${item}/seen`,
        { id: String(item) },
        formPost({ seen }),
      );
    expect((await press('1')).status).toBe(303);
    expect(await (await call_(viewer, item, {})).json()).toEqual({ seconds: null, seen: true });
    const taken = await call_(viewer, item, jsonCall('PATCH', { seen: false }));
    expect(await taken.json()).toEqual({ seconds: null, seen: false });
    expect((await press('x')).status).toBe(303);
    expect(await readProgress(world.member(viewer), item)).toEqual({ seconds: null, seen: false });
    // It was never opened, so its card does not say that it was watched.
    expect(await rows(world.em())`select 1 from watched where user_id = ${viewer.id}`).toEqual([]);
  });

  test('taken out of the history', async () => {
    const [viewer, one, two] = [await world.person(), await aVideo(), await aVideo()];
    const scope = world.member(viewer);
    for (const item of [one, two]) {
      await setProgress(scope, item, 40);
      later(2 * minute);
    }
    const asked = [`/api/history/${one}`, { id: String(one) }, jsonCall('DELETE')] as const;
    expect((await world.send(historyItemCall.action, viewer, ...asked)).status).toBe(204);
    expect((await listHistory(scope, { size: 5 })).items.map(({ id }) => id)).toEqual([two]);
    expect((await world.send(historyItemCall.action, null, ...asked)).status).toBe(401);
  });

  test('paused and cleared', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    const scope = world.member(viewer);
    const history = (init: RequestInit) => world.send(historyCall.action, viewer, '/api/history', {}, init);
    await setProgress(scope, item, 40);
    await world.send(pauseButton.action, viewer, '/history/pause', {}, formPost({ paused: '1' }));
    expect(await isPaused(scope)).toBe(true);
    expect(await (await history(jsonCall('PATCH', { paused: false }))).json()).toEqual({ paused: false });
    expect((await history(jsonCall('DELETE'))).status).toBe(204);
    expect((await listHistory(scope, { size: 5 })).items).toEqual([]);
    await setProgress(scope, item, 41);
    const cleared = await world.send(clearPage.action, viewer, '/history/clear', {}, formPost({ sent: '1' }));
    expect([cleared.status, cleared.headers.get('location')]).toEqual([303, '/history']);
    expect(await written(viewer, item)).toBeNull();
  });
});

describe('the history', () => {
  const open = async (viewer: Viewer, id: number) => {
    await world.send(itemPage.loader, viewer, `/content/${id}`, { id: String(id) });
    await world.views.flush(world.em());
  };

  test('has what was opened, the last first, page by page', async () => {
    const viewer = await world.person();
    const items = [];
    for (let count = 0; count < 5; count += 1) {
      items.unshift(await world.item());
      await open(viewer, items[0] ?? 0);
      later(2 * minute);
    }
    await open(viewer, items[4] ?? 0);
    const order = [items[4], ...items.slice(0, 4)];
    const scope = world.member(viewer);
    const first = await listHistory(scope, { size: 3 });
    const second = await listHistory(scope, { size: 3, after: first.after });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(order);
    const back = await listHistory(scope, { size: 3, before: second.before });
    expect(back.items.map(({ id }) => id)).toEqual(order.slice(0, 3));
  });

  test('keeps nothing while it is paused, but what is marked as seen', async () => {
    const [viewer, item, seen] = [await world.person(), await aVideo(), await aVideo()];
    const scope = world.member(viewer);
    await setPaused(scope, true);
    await open(viewer, item);
    expect(await setProgress(scope, item, 50)).toEqual({ seconds: null, seen: false });
    await markSeen(scope, seen, true);
    expect(
      await rows(world.em())`select content_id, last_at from watched where user_id = ${viewer.id}`,
    ).toEqual([{ content_id: seen, last_at: null }]);
    expect((await listHistory(scope, { size: 5 })).items).toEqual([]);
    await setPaused(scope, false);
    await open(viewer, item);
    expect((await listHistory(scope, { size: 5 })).items.map(({ id }) => id)).toEqual([item]);
  });

  test('is cleared also of what was opened a moment ago', async () => {
    const [viewer, item] = [await world.person(), await world.item()];
    await world.send(itemPage.loader, viewer, `/content/${item}`, { id: String(item) });
    await clearHistory(world.member(viewer));
    await world.views.flush(world.em());
    expect((await listHistory(world.member(viewer), { size: 5 })).items).toEqual([]);
  });

  test('is cleared with the places, also those that wait; what is seen stays seen', async () => {
    const [viewer, one, two] = [await world.person(), await aVideo(), await aVideo()];
    const scope = world.member(viewer);
    await setProgress(scope, one, 200);
    await setProgress(scope, two, 20);
    await clearHistory(scope);
    await scope.progress.flush(scope.em, Number.POSITIVE_INFINITY);
    expect([await readProgress(scope, one), await readProgress(scope, two)]).toEqual([
      { seconds: null, seen: true },
      { seconds: null, seen: false },
    ]);
    expect((await listHistory(scope, { size: 5 })).items).toEqual([]);
  });

  test('loses one item by its button', async () => {
    const [viewer, one, two] = [await world.person(), await world.item(), await world.item()];
    for (const item of [one, two]) await open(viewer, item);
    await world.send(
      forgetButton.action,
      viewer,
      `/history/${one}/forget`,
      { id: String(one) },
      formPost({ sent: '1' }),
    );
    const page = await (await world.send(historyPage.loader, viewer, '/history')).json();
    expect(page.days.flatMap((day: { entries: { contentId: number }[] }) => day.entries)).toMatchObject([
      { contentId: two },
    ]);
  });

  test('does not name what the member may no longer know of, and says what is locked now', async () => {
    const [viewer, gone, locked] = [await world.person(), await aVideo(), await aVideo()];
    const scope = world.member(viewer);
    await setProgress(scope, gone, 20);
    later(2 * minute);
    await setProgress(scope, locked, 30);
    await row(world.em())`update content set status = 'withdrawn' where id = ${gone}`;
    await row(world.em())`update content set tier = 'vip' where id = ${locked}`;
    const answer = await world.send(historyCall.loader, viewer, '/api/history');
    expect(await answer.json()).toMatchObject([{ contentId: locked, locked: true, seconds: 30 }]);
    expect(await listBegun(scope, 4)).toEqual([]);
  });
});

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

  test('is not followed while the history is paused, nor afterwards by what was read meanwhile', async () => {
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

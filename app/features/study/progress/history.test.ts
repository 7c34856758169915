import { describe, expect, test } from 'vitest';
import { deleteDuring } from '../../../../tests/support/database/counters.ts';
import { minute, watching } from '../../../../tests/support/media/watching.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import { NotFound } from '../../../errors.ts';
import type { MemberScope, Viewer } from '../../../scope.ts';
import * as itemPage from '../../library/items/content.page.tsx';
import { goingOn } from '../next/going-on.server.ts';
import * as clearPage from './clear-history.page.tsx';
import * as forgetButton from './forget.action.ts';
import * as historyCall from './history.api.ts';
import * as historyPage from './history.page.tsx';
import { clearHistory, isPaused, listHistory, setPaused } from './history.server.ts';
import * as historyItemCall from './history-item.api.ts';
import * as pauseButton from './pause-history.action.ts';
import { markSeen, readProgress, setProgress } from './progress.server.ts';
import * as seenButton from './seen.action.ts';

const world = testWorld();
const begunBy = async (scope: MemberScope) => (await goingOn(scope)).begun;
const { aVideo, askProgress, later, written } = watching(world);

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
    expect(await (await askProgress(viewer, item, {})).json()).toEqual({ seconds: null, seen: true });
    const taken = await askProgress(viewer, item, jsonCall('PATCH', { seen: false }));
    expect(await taken.json()).toEqual({ seconds: null, seen: false });
    expect((await press('x')).status).toBe(303);
    expect(await readProgress(world.member(viewer), item)).toEqual({ seconds: null, seen: false });
    // It was never opened, so its card does not say that it was watched.
    expect(await rows(world.em())`select 1 from watched where user_id = ${viewer.id}`).toEqual([]);
  });

  test('an item that is deleted at the same moment is not found', async () => {
    const [viewer, item] = [await world.person(), await world.item()];
    const answer = await deleteDuring(world.em(), item, () => markSeen(world.member(viewer), item, true));
    expect(answer).toBeInstanceOf(NotFound);
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

  test('is cleared wholly or not at all', async () => {
    const [viewer, one, two] = [await world.person(), await aVideo(), await aVideo()];
    const scope = world.member(viewer);
    for (const item of [one, two]) await open(viewer, item);
    await markSeen(scope, two, true);
    const run = (statement: string) => world.em().getConnection().execute(statement);
    await run(
      "create function fail() returns trigger language plpgsql as $$ begin raise exception 'fails'; end $$",
    );
    await run('create trigger fail before update on watched for each row execute function fail()');
    try {
      await expect(clearHistory(scope)).rejects.toThrow('fails');
    } finally {
      await run('drop function fail cascade');
    }
    expect((await listHistory(scope, { size: 5 })).items).toHaveLength(2);
    await clearHistory(scope);
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
    expect(await begunBy(scope)).toEqual([]);
  });
});

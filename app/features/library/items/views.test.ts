import { describe, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { findCard } from '../catalog/cards.server.ts';
import * as itemPage from './content.page.tsx';
import { sweepViews } from './sweep-views.server.ts';
import * as viewOfPage from './view.api.ts';
import { countView, SeenToday, ViewCounter } from './views.server.ts';

const world = testWorld();
const day = 24 * 60 * 60 * 1000;

async function viewsOf(id: number, { flush = true } = {}) {
  if (flush) await world.views.flush(world.em());
  const found = await row<{ views: number }>(
    world.em(),
  )`select views from content_stats where content_id = ${id}`;
  return found?.views;
}

async function anItem() {
  const creator = await world.person();
  return { id: await world.item({ creator: creator.id }), creatorId: creator.id, creator };
}

describe('a view', () => {
  test('counts once a member and day', async () => {
    const item = await anItem();
    const [ann, bob] = [world.scope(await world.person()), world.scope(await world.person())];
    for (const scope of [ann, ann, bob, world.scope(), world.scope()]) countView(scope, item);
    expect(await viewsOf(item.id)).toBe(3);
    countView(ann, item);
    expect(await viewsOf(item.id)).toBe(3);
    world.clock.at = new Date(world.clock.at.getTime() + day);
    countView(ann, item);
    expect(await viewsOf(item.id)).toBe(4);
  });

  test('is not counted for the creator or a robot', async () => {
    const item = await anItem();
    countView(world.scope(item.creator), item);
    const robot = world.scope();
    robot.visitor.isBot = true;
    countView(robot, item);
    expect(await viewsOf(item.id)).toBe(0);
  });

  test('counts for the day of the visit, not of the writing', async () => {
    const item = await anItem();
    const viewer = await world.person();
    countView(world.scope(viewer), item);
    world.clock.at = new Date(world.clock.at.getTime() + day);
    countView(world.scope(viewer), item);
    expect(await viewsOf(item.id)).toBe(2);
  });

  test('is counted for opening the page, not for a prefetch or HEAD', async () => {
    const item = await anItem();
    const open = (init: RequestInit) =>
      world.send(itemPage.loader, null, `/content/${item.id}`, { id: String(item.id) }, init);
    await open({ method: 'HEAD' });
    await open({ headers: { 'sec-purpose': 'prefetch' } });
    expect(await viewsOf(item.id)).toBe(0);
    await open({});
    expect(await viewsOf(item.id)).toBe(1);
  });

  test('is counted for a page from a shared cache when the browser tells of it, for visitors and published items', async () => {
    const [item, draft] = [await anItem(), { id: await world.item({ status: 'draft' }) }];
    const tell = (viewer: Viewer | null, { id }: { id: number }, init: RequestInit = {}) =>
      world.send(viewOfPage.loader, viewer, `/content/${id}/view`, { id: String(id) }, init);
    const answer = await tell(null, item, { headers: { 'sec-purpose': 'prefetch' } });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([204, 'private, no-store']);
    await tell(null, item, { method: 'HEAD' });
    await tell(await world.person(), item);
    await tell(null, draft);
    expect([await viewsOf(item.id), await viewsOf(draft.id)]).toEqual([0, 0]);
    await tell(null, item);
    expect(await viewsOf(item.id)).toBe(1);
  });
});

describe('what a member watched', () => {
  const watchedBy = async (viewer: Viewer, id: number) => {
    await world.views.flush(world.em());
    return (await findCard(world.scope(viewer), id)).watched;
  };
  const open = (viewer: Viewer | null, id: number) =>
    world.send(itemPage.loader, viewer, `/content/${id}`, { id: String(id) });

  test('is what they opened, for good, and only for them', async () => {
    const [ann, bob] = [await world.person(), await world.person()];
    const { id } = await anItem();
    expect(await watchedBy(ann, id)).toBe(false);
    await open(null, id);
    await open(ann, id);
    expect([await watchedBy(ann, id), await watchedBy(bob, id)]).toEqual([true, false]);
    world.clock.at = new Date(world.clock.at.getTime() + 9 * day);
    await sweepViews(world.em(), world.clock.at);
    await open(ann, id);
    expect(await watchedBy(ann, id)).toBe(true);
  });

  test('is not what is locked, until it opens', async () => {
    const viewer = await world.person();
    const id = await world.item({ tier: 'premium' });
    await open(viewer, id);
    expect([await viewsOf(id), await watchedBy(viewer, id)]).toEqual([1, false]);
    const premium = { ...viewer, plan: 'premium' } as Viewer;
    world.clock.at = new Date(world.clock.at.getTime() + day);
    await open(premium, id);
    expect(await watchedBy(premium, id)).toBe(true);
  });
});

describe('simultaneous views', () => {
  test('by 100 members, in two processes, count 100', async () => {
    const [one, two] = [await anItem(), await anItem()];
    const other = new ViewCounter();
    await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const scope = {
          ...world.scope(),
          visitor: {
            dayKey: `v${n}`,
            address: '',
            isBot: false,
            savesData: false,
            timeZone: null,
            hasEndedSession: false,
            deviceTokens: [],
          },
        };
        for (const item of [one, two, one]) countView(scope, item);
        for (const item of [two, one]) countView({ ...scope, views: other }, item);
        await Promise.all([world.views.flush(world.em()), other.flush(world.em())]);
      }),
    );
    expect([await viewsOf(one.id), await viewsOf(two.id)]).toEqual([100, 100]);
  });

  test('of an item deleted meanwhile do not lose the others', async () => {
    const [gone, stays] = [await anItem(), await anItem()];
    countView(world.scope(), gone);
    countView(world.scope(), stays);
    await row(world.em())`delete from content where id = ${gone.id}`;
    expect(await viewsOf(stays.id)).toBe(1);
  });

  test('wait while the database is away, and are written afterwards', async () => {
    const item = await anItem();
    countView(world.scope(), item);
    const away = {
      isInTransaction: () => false,
      getKysely: () => {
        throw new Error('away');
      },
    };
    await expect(world.views.flush(away as never)).rejects.toThrow('away');
    expect(await viewsOf(item.id, { flush: false })).toBe(0);
    expect(await viewsOf(item.id)).toBe(1);
  });
});

describe('views of kept pages', () => {
  const at = new Date('2026-06-01T12:00:00Z');
  const look = { id: '7', address: '198.51.100.7', agent: 'Firefox', at };

  test('are new once for an item, an address, a browser and a day', () => {
    const seen = new SeenToday();
    expect([seen.add(look), seen.add(look)]).toEqual([true, false]);
    for (const other of [
      { id: '8' },
      { address: '198.51.100.8' },
      { agent: 'Safari' },
      { at: new Date('2026-06-02T00:00:00Z') },
    ])
      expect([other, seen.add({ ...look, ...other })]).toEqual([other, true]);
  });

  test('are not remembered of a user agent that is too long', () => {
    const seen = new SeenToday();
    const agent = 'x'.repeat(300);
    expect([seen.add({ ...look, agent }), seen.add({ ...look, agent })]).toEqual([true, true]);
  });

  test('are forgotten when there are too many, and then new once more', () => {
    const seen = new SeenToday();
    seen.add(look);
    for (let n = 0; n < 49_999; n += 1) seen.add({ ...look, address: String(n) });
    expect(seen.add(look)).toBe(false);
    expect(seen.add({ ...look, address: 'one more' })).toBe(true);
    expect([seen.add(look), seen.add(look)]).toEqual([true, false]);
  });
});

import { describe, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { setFollow } from '../../community/follows/follows.server.ts';
import { setLike } from '../../community/likes/likes.server.ts';
import * as analyticsPage from './analytics.page.tsx';
import { dailyFigures, earlierSums } from './analytics.server.ts';
import { averages, engagementRate } from './analytics.ts';
import * as firstTab from './first-tab.page.tsx';
import * as contentPage from './my-content.page.tsx';
import { ownFilters } from './own-list.schema.ts';
import { listOwn } from './own-list.sql.server.ts';

const world = testWorld();
const stats = (id: number, views: number, likes = 0) =>
  row(world.em())`update content_stats set views = ${views}, likes = ${likes} where content_id = ${id}`;

describe('My Content', () => {
  const list = (viewer: Viewer, asked: Record<string, string> = {}, size = 24) =>
    listOwn(world.member(viewer), { filters: ownFilters.parse(asked), size, ...asked });
  const ids = async (viewer: Viewer, asked: Record<string, string> = {}) =>
    (await list(viewer, asked)).items.map(({ id }) => id);

  test('lists all items of one creator in every state, and none of others', async () => {
    const viewer = await world.person();
    const published = await world.item({ creator: viewer.id });
    const draft = await world.item({ creator: viewer.id, status: 'draft' });
    const waiting = await world.item({ creator: viewer.id, status: 'draft' });
    await row(world.em())`update content set publish_at = now() where id = ${waiting}`;
    const withdrawn = await world.item({ creator: viewer.id, status: 'withdrawn' });
    await world.item();
    expect(await ids(viewer)).toEqual([withdrawn, waiting, draft, published]);
    expect(await ids(viewer, { state: 'published' })).toEqual([published]);
    expect(await ids(viewer, { state: 'draft' })).toEqual([draft]);
    expect(await ids(viewer, { state: 'scheduled' })).toEqual([waiting]);
    expect(await ids(viewer, { state: 'Withdrawn' })).toEqual([withdrawn]);
    expect(await ids(viewer, { state: 'everything', sort: 'chaos' })).toHaveLength(4);
  });

  test('is searched by parts of title and tags, with any accents, and % is searched literally', async () => {
    const viewer = await world.person();
    const key = await world.item({ creator: viewer.id, title: 'Chave de braço', tags: ['armbar'] });
    const sale = await world.item({ creator: viewer.id, title: '100% pressure' });
    expect(await ids(viewer, { search: 'BRACO' })).toEqual([key]);
    expect(await ids(viewer, { search: 'mbar' })).toEqual([key]);
    expect(await ids(viewer, { search: '%' })).toEqual([sale]);
    for (const search of ['braço chave', 'armbar  chave', 'pressure 100%']) {
      expect(await ids(viewer, { search })).toEqual([search.startsWith('p') ? sale : key]);
    }
    expect(await ids(viewer, { search: 'chave pressure' })).toEqual([]);
    expect(await ids(viewer, { search: '_' })).toEqual([]);
  });

  test.each(['newest', 'views', 'likes', 'rated', 'price'])(
    'pages through all items sorted by %s, both ways',
    async (sort) => {
      const viewer = await world.person({ plan: 'vip' });
      const expected: number[] = [];
      for (let n = 0; n < 7; n += 1) {
        const id = await world.item({ creator: viewer.id, priceCents: 100 + (n % 3) });
        await stats(id, n % 3, n % 2);
        expected.unshift(id);
      }
      const seen: number[] = [];
      let page = await list(viewer, { sort }, 3);
      const first = page.items.map(({ id }) => id);
      for (;;) {
        seen.push(...page.items.map(({ id }) => id));
        if (!page.after) break;
        page = await list(viewer, { sort, after: page.after }, 3);
      }
      expect(seen.toSorted((a, b) => b - a)).toEqual(expected);
      if (sort === 'newest') expect(seen).toEqual(expected);
      const values = (await list(viewer, { sort })).items.map(({ views }) => views);
      if (sort === 'views') expect(values).toEqual([2, 2, 1, 1, 0, 0, 0].toSorted((a, b) => b - a));
      for (let before = page.before; before; before = page.before)
        page = await list(viewer, { sort, before }, 3);
      expect(page.items.map(({ id }) => id)).toEqual(first);
    },
  );

  test('the page shows no picture of a withdrawn item, and ignores invalid parameters', async () => {
    const viewer = await world.person();
    await world.item({ creator: viewer.id, status: 'withdrawn', hasPicture: true });
    await world.item({ creator: viewer.id, tier: 'vip', hasPicture: true });
    const answer = await world.send(contentPage.loader, viewer, '/studio/content?after=x&sort=%27&state=9');
    const { lines } = (await answer.json()) as {
      lines: { status: string; picture: { src: string } | null }[];
    };
    expect(lines.map(({ status, picture }) => [status, picture !== null])).toEqual([
      ['published', true],
      ['withdrawn', false],
    ]);
    expect(lines[0]?.picture?.src).toMatch(/[?&]s=/);
  });
});

describe('analytics', () => {
  test('[C2.26] [C2.27] [C2] averages and the engagement rate equal those counted by hand', () => {
    expect(averages({ totalViews: 301, totalLikes: 38, totalContent: 4 })).toEqual({
      viewsPerContent: 75.25,
      likesPerContent: 9.5,
      engagement: '12.6%',
    });
    expect(averages({ totalViews: 0, totalLikes: 0, totalContent: 0 })).toEqual({
      viewsPerContent: 0,
      likesPerContent: 0,
      engagement: '0.0%',
    });
    expect(engagementRate(3, 1)).toBe('33.3%');
  });

  test('days are counted: likes, views, sales and followers of this creator only', async () => {
    world.clock.at = new Date();
    const [creator, fan, other] = [await world.person(), await world.person(), await world.person()];
    const [first, second] = [
      await world.item({ creator: creator.id }),
      await world.item({ creator: creator.id }),
    ];
    const foreign = await world.item({ creator: other.id });
    for (const id of [first, second, foreign]) await setLike(world.scope(fan), id, true);
    await setLike(world.scope(fan), second, false);
    await setLike(world.scope(other), first, true);
    await setFollow(world.scope(fan), creator.username, true);
    const day = new Date().toISOString().slice(0, 10);
    for (const viewer of ['a', 'b', 'c', 'a'])
      world.views.add({ contentId: first, viewer, day, at: world.clock.at });
    await world.views.flush(world.em());
    await row(world.em())`update content_stats set sales = sales + 1 where content_id = ${second}`;
    const days = await dailyFigures(world.member(creator), 7);
    expect(days).toHaveLength(7);
    expect(days.at(-1)).toEqual({ day, views: 3, likes: 2, sales: 1, downloads: 0, followers: 1 });
    expect(days.slice(0, 6).every(({ views, likes }) => views + likes === 0)).toBe(true);
  });

  test('a period ends today and is compared with the one before', async () => {
    world.clock.at = new Date('2026-06-30T23:59:00Z');
    const creator = await world.person();
    const put = (day: string, views: number) =>
      row(
        world.em(),
      )`insert into creator_days (creator_id, day, views) values (${creator.id}, ${day}, ${views})`;
    await put('2026-06-30', 1);
    await put('2026-06-24', 10);
    await put('2026-06-23', 100);
    await put('2026-06-17', 1000);
    await put('2026-06-16', 10_000);
    const member = world.member(creator);
    expect((await dailyFigures(member, 7)).map(({ views }) => views)).toEqual([10, 0, 0, 0, 0, 0, 1]);
    expect(await earlierSums(member, 7)).toEqual({
      views: 1100,
      likes: 0,
      sales: 0,
      downloads: 0,
      followers: 0,
    });
  });

  test('the page takes the period from its address, otherwise the default', async () => {
    const viewer = await world.person();
    const days = async (query: string) =>
      (
        (await (await world.send(analyticsPage.loader, viewer, `/studio/analytics${query}`)).json()) as {
          period: number;
        }
      ).period;
    expect([await days(''), await days('?days=90'), await days('?days=1e9')]).toEqual([30, 90, 30]);
  });
});

test('[C2.10] /studio leads to its first tab; a visitor is sent to sign in and back', async () => {
  const answer = await world.send(firstTab.loader, await world.person(), '/studio');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/studio/upload']);
  for (const [edge, path] of [
    [firstTab.loader, '/studio'],
    [contentPage.loader, '/studio/content'],
    [analyticsPage.loader, '/studio/analytics'],
  ] as const) {
    const visitor = await world.send(edge, null, path);
    expect(visitor.headers.get('location')).toBe(`/auth?tab=sign-in&next=${encodeURIComponent(path)}`);
  }
});

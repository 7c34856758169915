import { beforeAll, describe, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as page from './creator.page.tsx';
import * as call from './creators.api.ts';
import { listCreators, searchCreators } from './creators.server.ts';
import { countPlatform, platformStats } from './platform.server.ts';
import * as statsCall from './platform-stats.api.ts';

const world = testWorld();
let marina: Viewer;
let tomasz: Viewer;
let chloe: Viewer;
let reader: Viewer;

beforeAll(async () => {
  marina = await world.person({ firstName: 'Marina', lastName: 'Costa', username: 'marina_costa' });
  tomasz = await world.person({ firstName: 'Tomasz', lastName: 'Zieliński', username: 'tomek' });
  chloe = await world.person({ firstName: 'Chloé', lastName: 'Beaumont', username: 'chloe_b' });
  reader = await world.person({ firstName: 'Marina', lastName: 'Reader' });
  for (const creator of [marina, marina, tomasz, chloe]) await world.item({ creator: creator.id });
  await world.item({ creator: reader.id, status: 'draft' });
});

describe('a search finds creators', () => {
  test.each([
    ['marina', 'marina_costa'],
    ['Marina Costa', 'marina_costa'],
    ['marnia', 'marina_costa'],
    ['marina cosat', 'marina_costa'],
    ['chloe', 'chloe_b'],
    ['Chloé', 'chloe_b'],
    ['beaumnot', 'chloe_b'],
    ['zielinski', 'tomek'],
    ['Tomaz', 'tomek'],
    ['tomek', 'tomek'],
  ])('%s', async (asked, username) => {
    const found = await searchCreators(world.scope(), asked, 6);
    expect(found.map((creator) => creator.username)).toContain(username);
  });

  test.each(['guard', 'armbar', 'm', '', '%', "';--"])('a search finds none for %j', async (asked) => {
    expect(await searchCreators(world.scope(), asked, 6)).toEqual([]);
  });
});

describe('the directory', () => {
  test('[C3.14] [C7.18] holds who has published, with the keys of the contract', async () => {
    await row(world.em())`update content_stats set rating_sum = 9, rating_count = 2
      where content_id = (select min(id) from content where creator_id = ${marina.id})`;
    const creators = await (await world.send(call.loader, null, '/api/creators')).json();
    expect(creators.map((creator: { username: string }) => creator.username)).toEqual([
      'chloe_b',
      'tomek',
      'marina_costa',
    ]);
    expect(creators[2]).toEqual({
      id: marina.id,
      username: 'marina_costa',
      firstName: 'Marina',
      lastName: 'Costa',
      profileImageUrl: null,
      belt: null,
      isVerified: false,
      bio: null,
      contentCount: 2,
      subscriberCount: 0,
      rating: 4.5,
    });
    expect(creators[0].rating).toBeNull();
  });

  test('walks there and back', async () => {
    const first = await listCreators(world.scope(), { size: 2 });
    const second = await listCreators(world.scope(), { size: 2, after: first.after });
    expect(second.items.map(({ username }) => username)).toEqual(['marina_costa']);
    expect(second.after).toBeNull();
    const back = await listCreators(world.scope(), { size: 2, before: second.before });
    expect(back.items).toEqual(first.items);
    expect(back.before).toBeNull();
  });

  test('leaves out members who withdrew their last item or left', async () => {
    const names = async () =>
      (await listCreators(world.scope(), { size: 9 })).items.map(({ username }) => username);
    const gone = await world.person();
    const id = await world.item({ creator: gone.id });
    expect(await names()).toContain(gone.username);
    await row(world.em())`update content set status = 'withdrawn' where id = ${id}`;
    expect(await names()).not.toContain(gone.username);
    await row(world.em())`update content set status = 'published' where id = ${id}`;
    await row(world.em())`update users set status = 'deleted' where id = ${gone.id}`;
    expect(await names()).not.toContain(gone.username);
    await row(world.em())`delete from content where id = ${id}`;
    const left = await row(world.em())`select published_items from users where id = ${gone.id}`;
    expect(left).toEqual({ published_items: 0 });
  });
});

describe('the public page', () => {
  const open = (username: string, viewer: Viewer | null = null) =>
    world.send(page.loader, viewer, `/creators/${username}`, { username });

  test('is found in any case of letters and holds the items', async () => {
    const { creator, list } = await (await open('MARINA_costa')).json();
    expect(creator).toMatchObject({ name: 'Marina Costa', handle: '@marina_costa', contentCount: 2 });
    expect(list.items).toHaveLength(2);
  });

  test('is 404 for unknown members and those who never published, but not for themselves', async () => {
    expect((await open('nobody_at_all')).status).toBe(404);
    expect((await open(reader.username)).status).toBe(404);
    expect((await open(reader.username, reader)).status).toBe(200);
  });
});

test('[C3.15] [C7.19] platform figures are real', async () => {
  const before = await platformStats(world.scope());
  const old = new Date(world.clock.at.getTime() - 40 * 24 * 60 * 60 * 1000);
  for (let n = 0; n < 10; n += 1) await world.item({ creator: marina.id, publishedAt: old });
  await world.item({ creator: (await world.person()).id, publishedAt: old, status: 'draft' });
  const stats = await (await world.send(statsCall.loader, null, '/api/platform-stats')).json();
  expect(stats).toEqual({
    totalCreators: before.totalCreators,
    totalContent: before.totalContent + 10,
    monthlyGrowth: Math.round((100 * before.totalContent) / 10),
  });
  // The worker's figures hold until it counts again, or has not run for too long.
  await countPlatform(world.scope());
  await world.item({ creator: marina.id, publishedAt: old });
  expect(await platformStats(world.scope())).toEqual(stats);
  await countPlatform(world.scope());
  const { totalContent } = await platformStats(world.scope());
  expect(totalContent).toBe(stats.totalContent + 1);
  await world.item({ creator: marina.id, publishedAt: old });
  world.clock.at = new Date(world.clock.at.getTime() + 6 * 60_000);
  expect(await platformStats(world.scope())).toMatchObject({ totalContent: totalContent + 1 });
});

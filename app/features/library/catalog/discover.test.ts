import { beforeAll, describe, expect, test } from 'vitest';
import { testWorld } from '../../../../tests/support/world.ts';
import * as discover from './discover.page.tsx';

const world = testWorld();

beforeAll(async () => {
  for (let n = 0; n < 14; n += 1) await world.item();
});

describe('Discover', () => {
  test('offers only categories that have items', async () => {
    await world.item({ category: 'lifestyle', status: 'draft' });
    const { categories } = await (await world.send(discover.loader, null, '/discover')).json();
    expect(categories).toContain('training');
    expect(categories).not.toContain('lifestyle');
  });

  test('shows creators beside content, and says when it corrected the search', async () => {
    const creator = await world.person({ firstName: 'Valkyrie', lastName: 'Oss' });
    await world.item({ creator: creator.id, title: 'Valkyrie pass', tags: ['valkyrie'] });
    const found = await (await world.send(discover.loader, null, '/discover?search=valkirye')).json();
    expect(found.creators).toMatchObject([{ name: 'Valkyrie Oss' }]);
    expect(found.list).toMatchObject({ near: ['valkyrie'], items: [{ title: 'Valkyrie pass' }] });
  });

  test('explains an empty result when a search holds no word that counts', async () => {
    const asked = async (search: string) =>
      (await (await world.send(discover.loader, null, `/discover?search=${search}`)).json()).hasNoWord;
    expect([await asked('whereas'), await asked('about'), await asked('it'), await asked('%3F')]).toEqual([
      false,
      true,
      true,
      true,
    ]);
    await world.item({ title: 'About face' });
    expect([await asked('about'), await asked('')]).toEqual([false, false]);
  });

  test('a search for a member’s name that is in no technique shows their items', async () => {
    const creator = await world.person({ firstName: 'Brunhild', lastName: 'Oss', username: 'brunhild' });
    for (let n = 0; n < 5; n += 1) await world.item({ creator: creator.id, title: `Grip ${n}` });
    const found = await (await world.send(discover.loader, null, '/discover?search=brunhild')).json();
    expect(found).toMatchObject({ creators: [{ username: 'brunhild' }], list: { items: [] } });
    expect(found.theirs.map(({ title }: { title: string }) => title)).toEqual([
      'Grip 4',
      'Grip 3',
      'Grip 2',
      'Grip 1',
    ]);
    const both = await (await world.send(discover.loader, null, '/discover?search=grip')).json();
    expect([both.theirs, both.list.items.length]).toEqual([[], 5]);
  });

  test('a search shows the best matches first; sorts and links keep what was asked', async () => {
    const ask = async (query: string) =>
      (await world.send(discover.loader, null, `/discover?${query}`)).json();
    await world.item({ title: 'Zigzag throw', tags: ['zorro'], publishedAt: new Date(world.clock.at) });
    for (let n = 0; n < 13; n += 1) await world.item({ title: `Zorro ${n}` });
    await world.item({ title: 'Zorro', publishedAt: new Date('2020-01-01') });
    const best = await ask('search=zorro');
    expect(best.filters.sort).toBe('best');
    const titles = best.list.items.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(['Zorro', ...Array.from({ length: 11 }, (_, n) => `Zorro ${12 - n}`)]);
    const next = await ask(best.list.older.split('?')[1]);
    expect(next.list.items.map(({ title }: { title: string }) => title)).toEqual([
      'Zorro 1',
      'Zorro 0',
      'Zigzag throw',
    ]);
    expect((await ask('search=zorro&sort=newest')).list.items[0].title).toBe('Zigzag throw');
    expect((await ask('sort=best')).filters.sort).toBe('newest');
  });

  test('counts what it found, exactly where the list fits on the page, and never beyond 100', async () => {
    const totalOf = async (query: string) =>
      (await (await world.send(discover.loader, null, `/discover?${query}`)).json()).list.total;
    for (let n = 0; n < 15; n += 1) await world.item({ title: `Counted ${n}`, category: 'recovery' });
    expect(await totalOf('search=nosuchwordatall')).toEqual({ count: 0, isMore: false });
    expect(await totalOf('search=counted+3')).toEqual({ count: 1, isMore: false });
    for (const query of [
      'category=recovery',
      'search=counted',
      'search=countid',
      'sort=popular&category=recovery',
    ])
      expect([query, await totalOf(query)]).toEqual([query, { count: 15, isMore: false }]);
    for (let n = 0; n < 90; n += 1) await world.item({ tier: 'vip', category: 'recovery' });
    expect(await totalOf('category=recovery')).toEqual({ count: 100, isMore: true });
    expect(await totalOf('category=recovery&tier=vip')).toEqual({ count: 90, isMore: false });
  });

  test('leaves out a word that is no filter, and says so', async () => {
    const found = await (
      await world.send(discover.loader, null, '/discover?subscriptionTier=bogus&category=recovery&sort=odd')
    ).json();
    expect(found.unknown).toEqual(['bogus', 'odd']);
    expect(found.filters).toMatchObject({ category: 'recovery', sort: 'newest' });
    expect(found.filters.tier).toBeUndefined();
    const known = await (await world.send(discover.loader, null, '/discover?tier=ALL&category=')).json();
    expect(known.unknown).toEqual([]);
  });

  test('links to neighbours keep the filters', async () => {
    const { list } = await (
      await world.send(discover.loader, null, '/discover?tier=free&sort=newest')
    ).json();
    expect(list.older).toMatch(/^\/discover\?tier=free&sort=newest&after=/);
    const next = await (await world.send(discover.loader, null, list.older)).json();
    expect(next.list.newer).toMatch(/^\/discover\?tier=free&sort=newest&before=/);
    const back = await (await world.send(discover.loader, null, next.list.newer)).json();
    expect(back.list.items.map(({ id }: { id: number }) => id)).toEqual(
      list.items.map(({ id }: { id: number }) => id),
    );
  });
});

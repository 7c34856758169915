import { beforeAll, describe, expect, test } from 'vitest';
import { testWorld } from '../../../tests/support/world.ts';
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

  test('shows creators beside content, and says when it guessed', async () => {
    const creator = await world.person({ firstName: 'Valkyrie', lastName: 'Oss' });
    await world.item({ creator: creator.id, title: 'Valkyrie pass', tags: ['valkyrie'] });
    const found = await (await world.send(discover.loader, null, '/discover?search=valkirye')).json();
    expect(found.creators).toMatchObject([{ name: 'Valkyrie Oss' }]);
    expect(found.list).toMatchObject({ near: ['valkyrie'], items: [{ title: 'Valkyrie pass' }] });
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

import { beforeAll, expect, test } from 'vitest';
import { type SmallMap, smallMap } from '../../../../tests/support/map/small-map.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import * as mapFeed from '../../library/feeds/map-feed.api.ts';
import * as sitemapCall from '../../library/feeds/sitemap.api.ts';
import { importNames } from '../names/import-names.server.ts';
import * as mapCall from './map.api.ts';
import * as positionCall from './position.api.ts';
import * as positionsCall from './positions.api.ts';
import * as transitionCall from './transition.api.ts';

const world = testWorld();
let small: SmallMap;
beforeAll(async () => {
  small = await smallMap(world.scope());
  // Terms are linked to what the file has, not to what members propose.
  await row(world.em())`update map_positions set origin_key = 'p' || id, origin_facts = '{}'`;
  await importNames(world.em());
});

const read = async (edge: typeof mapCall, path: string, params: Record<string, string> = {}) => {
  const answer = await world.send(edge.loader, null, path, params);
  return { status: answer.status, link: answer.headers.get('link'), body: await answer.json() };
};
const textOf = async (edge: typeof mapFeed, path: string) =>
  (await world.send(edge.loader, null, path)).text();

test('the families, with what they hold', async () => {
  const { body } = await read(mapCall, '/api/map');
  expect([body.positions, body.transitions]).toEqual([13, 19]);
  expect(body.families).toContainEqual({
    slug: 'half-guard',
    name: 'Half guard',
    url: '/map/half-guard',
    positions: 3,
    transitions: 5,
    taught: 0,
  });
});

test('positions are found by any name, and listed page by page without one', async () => {
  const found = await read(positionsCall, '/api/map/positions?search=meia-guarda');
  expect(found.body.map(({ name }: { name: string }) => name)).toContain('Half guard');
  expect((await read(positionsCall, '/api/map/positions?search=zzzzqqqq')).body).toEqual([]);
  const first = await read(positionsCall, '/api/map/positions?limit=10');
  expect(first.body).toHaveLength(10);
  const next = new URL(/<(.*)>/.exec(first.link ?? '')?.[1] ?? '');
  const second = await read(positionsCall, `${next.pathname}${next.search}`);
  expect(second.body).toHaveLength(3);
  expect(second.link).toBeNull();
  const ids = [...first.body, ...second.body].map(({ id }) => id);
  expect(new Set(ids).size).toBe(13);
});

test('a position with what leads out and in; a merged one answers what it became', async () => {
  const half = small.at('Half guard');
  const { body } = await read(positionCall, `/api/map/positions/${half}`, { id: String(half) });
  expect(body).toMatchObject({
    id: half,
    name: 'Half guard',
    url: `/map/p/${half}-half-guard`,
    isWaypoint: false,
  });
  expect(body.names).toContainEqual({ language: 'pt', text: 'Meia-guarda' });
  expect(body.out.map(({ name }: { name: string }) => name)).toEqual(['Underhook', 'Knee cut']);
  expect(body.into).toContainEqual(
    expect.objectContaining({ name: 'Underhook', isReversed: true, to: half, actor: 'bottom' }),
  );
  const merged = await row<{ id: number }>(world.em())`
    insert into map_positions (slug, name, family, state, merged_into)
    values ('old', 'Old', 'half-guard', 'merged', ${half}) returning id`;
  const old = await read(positionCall, `/api/map/positions/${merged?.id}`, { id: String(merged?.id) });
  expect(old.body.id).toBe(half);
  expect((await read(positionCall, '/api/map/positions/9999', { id: '9999' })).status).toBe(404);
});

test('a technique with what may follow and what teaches it', async () => {
  const sweep = small.leap('Old school sweep', 'Half guard with underhook');
  const item = await world.item({ title: 'In depth', tier: 'premium' });
  await row(world.em())`insert into content_map_links (content_id, transition_id) values (${item}, ${sweep})`;
  const { body } = await read(transitionCall, `/api/map/transitions/${sweep}`, { id: String(sweep) });
  expect(body).toMatchObject({ id: sweep, name: 'Old school sweep', changesRole: true, bothWays: false });
  expect(body.next.map(({ name }: { name: string }) => name)).toContain('Slide over');
  expect(body.items).toEqual([{ id: item, title: 'In depth', locked: true }]);
  expect((await read(transitionCall, '/api/map/transitions/9999', { id: '9999' })).status).toBe(404);
});

test('the feed has what is new, open to all and on the map; the sitemap every address of the map', async () => {
  const free = await world.item({ title: 'Sweep them all' });
  const premium = await world.item({ title: 'Locked sweeps', tier: 'premium' });
  const elsewhere = await world.item({ title: 'Not on the map' });
  for (const id of [free, premium])
    await row(world.em())`insert into content_map_links (content_id, starts_id, transition_id)
      values (${id}, ${small.at('Half guard')}, ${small.leap('Old school sweep', 'Half guard with underhook')})`;
  const feed = await textOf(mapFeed, '/map/feed.xml');
  expect(feed).toContain('Half guard, Old school sweep.');
  expect(feed).toContain(`/content/${free}</link>`);
  for (const id of [premium, elsewhere]) expect(feed).not.toContain(`/content/${id}<`);
  const sitemap = await textOf(sitemapCall, '/sitemap.xml?part=map');
  for (const path of [
    '/map',
    '/map/half-guard',
    `/map/p/${small.at('Half guard')}-half-guard`,
    `/map/t/${small.leap('Knee cut', 'Half guard')}-knee-cut`,
  ])
    expect(sitemap).toContain(`<loc>http://localhost:3000${path}</loc>`);
  expect(sitemap).not.toContain(`/map/p/${small.at('Knee cut')}-`);
  expect(sitemap).not.toContain('/map/way');
});

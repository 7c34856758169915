import { beforeAll, expect, test } from 'vitest';
import { wholeMap } from '../../../tests/support/map/whole-map.ts';
import { testWorld } from '../../../tests/support/world.ts';
import { findLinks, resolveLinks } from '../../features/library/map-links/links.server.ts';
import { taughtTransitions } from '../../features/library/map-links/taught.server.ts';
import { importNames } from '../../features/map/names/import-names.server.ts';
import { techniques } from '../techniques.ts';
import { linkDemo } from './link-items.server.ts';
import { demoLinks, offTheMap } from './links.ts';

const world = testWorld();
beforeAll(async () => {
  await wholeMap(world.scope());
  await importNames(world.em());
});

test('each demo technique is on the map, or has its reason', () => {
  const keys = techniques.map(({ key }) => key);
  const named = [...Object.keys(demoLinks), ...Object.values(offTheMap).flat()];
  expect(named.toSorted()).toEqual(keys.toSorted());
});

test('each name in it means exactly one thing, in any place of the list', async () => {
  const waiting: Record<string, unknown> = {};
  for (const [key, asked] of Object.entries(demoLinks)) {
    const { startsAs, doesAs, endsAs, ...ids } = await resolveLinks(world.em(), asked);
    if (startsAs ?? doesAs ?? endsAs) waiting[key] = { startsAs, doesAs, endsAs, ids };
  }
  expect(waiting).toEqual({});
});

test('the items are linked, and several transitions are taught', async () => {
  const items = new Map<string, number>();
  for (const key of Object.keys(demoLinks)) items.set(key, await world.item({ title: key }));
  await linkDemo(world.em(), items, world.clock.at);
  const armbar = await findLinks(world.em(), items.get('armbar-from-guard') ?? 0);
  expect(armbar).toMatchObject({ transitionId: expect.any(Number), startsId: expect.any(Number) });
  expect((await taughtTransitions(world.scope())).size).toBeGreaterThan(12);
});

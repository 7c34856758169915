import { array, assert, asyncProperty, integer, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { row } from '../../tests/support/sql.ts';
import { testWorld } from '../../tests/support/world.ts';
import type { Listener } from '../db/listen.server.ts';
import * as user from '../features/identity/accounts/user.api.ts';
import * as list from '../features/library/catalog/content.api.ts';
import * as discover from '../features/library/catalog/discover.page.tsx';
import * as item from '../features/library/items/content.page.tsx';
import * as dashboard from '../features/site/pages/dashboard.page.tsx';
import type { Viewer } from '../scope.ts';
import { openRecent } from './recent.server.ts';

const world = testWorld();
/** One that hears nothing, so that everything is kept as long as it can be. */
const deaf = {
  isListening: true,
  on: () => () => {},
  onLost: () => {},
  onListening: () => {},
} as unknown as Listener;

async function peopleAndItems() {
  const creator = await world.person({ plan: 'premium' });
  const buyer = await world.person();
  const plans = ['free', 'premium', 'vip'] as const;
  const members = await Promise.all(plans.map((plan) => world.person({ plan })));
  const viewers: (Viewer | null)[] = [
    null,
    creator,
    buyer,
    await world.person({ isAdmin: true }),
    ...members,
  ];
  const items: number[] = [];
  for (const status of ['published', 'draft', 'withdrawn'] as const)
    for (const tier of plans) {
      const facts = { creator: creator.id, tier, status, hasPicture: true, priceCents: 499 };
      const id = await world.item(facts);
      items.push(id);
      await row(world.em())`insert into purchases (user_id, content_id, amount_cents, status, paid_at)
        values (${buyer.id}, ${id}, 499, 'paid', now())`;
      for (const each of [buyer, ...members])
        if ((each.id + id) % 2 === 0)
          await row(world.em())`insert into likes (user_id, content_id) values (${each.id}, ${id})`;
    }
  const early = { creator: creator.id, tier: 'free', hasPicture: true } as const;
  items.push(await world.item({ ...early, earlyUntil: new Date(world.clock.at.getTime() + 3_600_000) }));
  return { viewers, items };
}

test('no viewer gets what was read for another one', async () => {
  const { viewers, items } = await peopleAndItems();
  const places = [
    ...[discover, dashboard].map((edge, at) => [edge, ['/discover', '/dashboard'][at] ?? '', {}] as const),
    ...[list, user].map((edge, at) => [edge, ['/api/content', '/api/user'][at] ?? '', {}] as const),
    ...items.map((id) => [item, `/content/${id}`, { id: String(id) }] as const),
  ];
  const answer = async (viewer: Viewer | null, place: number) => {
    const [edge, path, params] = places[place] ?? [user, '/api/user', {}];
    const given = await world.send(edge.loader as never, viewer, path, params);
    return `${given.status} ${await given.text()}`;
  };
  const known = new Map<string, string>();
  const truth = async (viewer: Viewer | null, place: number) => {
    const key = `${viewer?.id} ${place}`;
    world.recent.of = () => null;
    const right = known.get(key) ?? (await answer(viewer, place));
    known.set(key, right);
    return right;
  };
  const asked = tuple(
    integer({ min: 0, max: viewers.length - 1 }),
    integer({ min: 0, max: places.length - 1 }),
  );
  await assert(
    asyncProperty(array(asked, { minLength: 2, maxLength: 12 }), async (requests) => {
      const recent = openRecent(deaf);
      for (const [who, place] of requests) {
        const viewer = viewers[who] ?? null;
        const expected = await truth(viewer, place);
        world.recent.of = (given) => recent.readsFor(given);
        expect(await answer(viewer, place)).toBe(expected);
      }
      // Together they share statements, too (ADR-088).
      const expected = requests.map(([who, place]) => known.get(`${viewers[who]?.id} ${place}`));
      const given = requests.map(([who, place]) => answer(viewers[who] ?? null, place));
      expect(await Promise.all(given)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
}, 120_000);

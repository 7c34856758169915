import { beforeAll, describe, expect, test } from 'vitest';
import { linkedMap } from '../../../../tests/support/map/linked-map.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { type Tier, tiers } from '../../../domain/tiers.ts';
import type { Viewer } from '../../../scope.ts';
import { type Card, findCard } from '../catalog/cards.server.ts';
import { itemsOfPosition, itemsOfTransition } from './items-of.server.ts';
import { taughtPositions, taughtTransitions, transitionOpenings } from './taught.server.ts';

const world = testWorld();
const map = linkedMap(world);
const minutes = (n: number) => new Date(world.clock.at.getTime() + n * 60_000);
let creator: Viewer;
let mount: number;
let guard: number;

beforeAll(async () => {
  creator = await world.person();
  mount = await map.position('mount');
  guard = await map.position('guard');
});

/** A private item is made for one member, and is not for sale. */
const setStatus = (id: number, status: string) =>
  row(world.em())`update content set status = ${status}, is_for_sale = is_for_sale and ${status} <> 'private',
    made_for = case when ${status} = 'private' then creator_id end where id = ${id}`;

const transition = () => map.transition(`sweep ${crypto.randomUUID()}`, guard, mount);
const taught = async (id: number) => (await taughtTransitions(world.scope())).get(id) ?? null;

test('a transition opens with the lowest tier of its items, whatever changes them', async () => {
  const id = await transition();
  expect(await taught(id)).toBeNull();
  const vip = await world.item({ creator: creator.id, tier: 'vip', priceCents: 900 });
  await map.link(vip, { does: id });
  expect(await taught(id)).toEqual({ tier: 'vip', priceCents: 900 });
  const premium = await world.item({ creator: creator.id, tier: 'premium', priceCents: 500 });
  await map.link(premium, { does: id });
  expect(await taught(id)).toEqual({ tier: 'premium', priceCents: 500 });
  const free = await world.item({ creator: creator.id, earlyUntil: minutes(5) });
  await map.link(free, { does: id });
  expect(await taught(id)).toMatchObject({ tier: 'premium' });
  world.clock.at = minutes(5);
  expect(await taught(id)).toMatchObject({ tier: 'free' });
  await row(world.em())`update content set tier = 'vip' where id = ${free}`;
  await row(world.em())`update content set is_for_sale = false where id = ${premium}`;
  expect(await taught(id)).toEqual({ tier: 'premium', priceCents: 900 });
  for (const status of ['draft', 'private', 'withdrawn', 'suspended']) {
    for (const item of [vip, premium]) await setStatus(item, status);
    expect(await taught(id), status).toEqual({ tier: 'vip', priceCents: null });
  }
  await setStatus(premium, 'published');
  expect(await taught(id)).toEqual({ tier: 'premium', priceCents: null });
  await row(world.em())`delete from content where id in (${vip}, ${premium}, ${free})`;
  expect(await taught(id)).toBeNull();
});

test('positions in which an item begins or ends are taught, those of drafts are not', async () => {
  const [start, end, draft] = [await map.position('a'), await map.position('b'), await map.position('c')];
  await map.link(await world.item(), { starts: start, ends: end });
  await map.link(await world.item({ status: 'draft' }), { starts: draft });
  const all = await taughtPositions(world.scope());
  expect([start, end, draft].map((id) => all.has(id))).toEqual([true, true, false]);
});

describe('what is open to whom', () => {
  const opens: Record<string, Record<Tier, boolean>> = {
    visitor: { free: true, premium: false, vip: false },
    free: { free: true, premium: false, vip: false },
    premium: { free: true, premium: true, vip: false },
    vip: { free: true, premium: true, vip: true },
    admin: { free: true, premium: true, vip: true },
    owner: { free: true, premium: true, vip: true },
    buyer: { free: true, premium: true, vip: true },
    refunded: { free: true, premium: false, vip: false },
  };
  const people: Record<string, Viewer | null> = { visitor: null };
  const ways = {} as Record<Tier, { does: number; item: number }>;

  beforeAll(async () => {
    for (const plan of tiers) people[plan] = await world.person({ plan });
    const buyer = await world.person();
    const refunded = await world.person();
    Object.assign(people, { owner: creator, admin: await world.person({ isAdmin: true }), buyer, refunded });
    for (const tier of tiers) {
      const item = await world.item({ creator: creator.id, tier, priceCents: tier === 'free' ? null : 700 });
      ways[tier] = { does: await transition(), item };
      await map.link(item, { does: ways[tier].does });
      for (const each of [buyer, refunded]) await world.bought(each, item);
      await row(world.em())`update purchases set status = 'refunded' where user_id = ${refunded.id}`;
    }
  });

  test.each(Object.keys(opens))('%s opens by the same rule as each item', async (who) => {
    const scope = world.scope(people[who] ?? null);
    const openingOf = await transitionOpenings(scope);
    for (const tier of tiers) {
      const card = await findCard(scope, ways[tier].item);
      expect(card.mediaAccess !== 'locked', tier).toBe(opens[who]?.[tier]);
      expect(openingOf(ways[tier].does), tier).toEqual(
        opens[who]?.[tier]
          ? { isOpen: true }
          : { isOpen: false, plan: tier, planCents: tier === 'premium' ? 999 : 2499, priceCents: 700 },
      );
    }
    expect(openingOf(999_999)).toBeNull();
  });

  test('a buyer of an item that was withdrawn still opens the transition', async () => {
    const buyer = await world.person();
    const item = await world.item({ tier: 'vip' });
    const does = await transition();
    await map.link(item, { does });
    await world.bought(buyer, item);
    await row(world.em())`update content set status = 'withdrawn' where id = ${item}`;
    expect((await transitionOpenings(world.scope(buyer)))(does)).toEqual({ isOpen: true });
    expect((await transitionOpenings(world.scope()))(does)).toBeNull();
  });
});

test('random items, viewers and moments: a transition is open when an item that is listed or bought can be viewed', async () => {
  const random = (most: number) => Math.floor(Math.random() * most);
  const people = [
    null,
    ...(await Promise.all(tiers.map((plan) => world.person({ plan })))),
    await world.person({ isAdmin: true }),
    creator,
  ];
  for (let round = 0; round < 25; round += 1) {
    const does = await transition();
    const items: number[] = [];
    for (let n = random(4); n > 0; n -= 1) {
      const early = random(3) ? null : new Date(world.clock.at.getTime() + (random(3) - 1) * 1_000);
      const owner = random(2) ? creator.id : (await world.person()).id;
      const id = await world.item({ creator: owner, tier: tiers[random(3)], earlyUntil: early });
      await map.link(id, { does });
      const status = ['draft', 'private', 'withdrawn', 'suspended'][random(9)];
      // A draft was never for sale.
      const buyers = status === 'draft' ? [] : people.filter((each) => each !== null && random(8) === 0);
      for (const each of buyers) if (each) await world.bought(each, id);
      if (status) await setStatus(id, status);
      items.push(id);
    }
    for (const viewer of people) {
      const scope = world.scope(viewer);
      const cards = await Promise.all(items.map((id) => findCard(scope, id).catch(() => null)));
      const counts = (card: Card | null) => card?.status === 'published' || card?.bought === true;
      const isOpen = cards.some((card) => counts(card) && card?.mediaAccess !== 'locked');
      const opening = (await transitionOpenings(scope))(does);
      expect([opening?.isOpen ?? false, round, items], viewer?.plan ?? 'visitor').toEqual([
        isOpen,
        round,
        items,
      ]);
    }
  }
});

describe('lists', () => {
  test('hold published items only, newest first, in pages, each once, with its locks', async () => {
    const [start, end, does] = [await map.position('s'), await map.position('e'), await transition()];
    const term = await map.term({ en: 'berimbolo' });
    const items: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      const id = await world.item({ creator: creator.id, tier: n % 2 ? 'vip' : 'free' });
      await map.link(id, { starts: start, does, term, ends: n % 3 ? end : start });
      items.unshift(id);
    }
    for (const status of ['draft', 'private', 'withdrawn', 'suspended']) {
      const id = await world.item({ creator: creator.id });
      await map.link(id, { starts: start, does, term, ends: end });
      await setStatus(id, status);
    }
    const read = async (list: typeof itemsOfPosition, id: number) => {
      const seen: number[] = [];
      for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
        const page: Awaited<ReturnType<typeof list>> = await list(world.scope(creator), id, {
          size: 4,
          after,
        });
        seen.push(...page.items.map((card) => card.id));
        after = page.after;
      }
      return seen;
    };
    expect(await read(itemsOfTransition, does)).toEqual(items);
    // Items that begin and end in the same position are listed once.
    expect(await read(itemsOfPosition, start)).toEqual(items);
    expect(await read(itemsOfPosition, end)).toEqual(items.filter((_, index) => (8 - index) % 3));
    const { items: cards } = await itemsOfTransition(world.scope(), does, { size: 9, after: 'nonsense' });
    expect(cards.map(({ mediaAccess }) => mediaAccess === 'locked')).toEqual(
      items.map((_, n) => n % 2 === 1),
    );
  });
});

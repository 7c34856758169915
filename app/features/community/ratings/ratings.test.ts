import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deleteDuring, expectCountersToMatch } from '../../../../tests/support/database/counters.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { NotAllowed, NotFound } from '../../../errors.ts';
import { setLike } from '../likes/likes.server.ts';
import {
  listRatings,
  ownRating,
  rateableItem,
  rateContent,
  ratingSummary,
  removeRating,
} from './ratings.server.ts';

const world = testWorld();
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

describe('a rating', () => {
  test('counts once per member and can be changed', async () => {
    const [ann, bob] = [world.member(await world.person()), world.member(await world.person())];
    const item = await world.item();
    expect(await rateContent(ann, item, { rating: 5 })).toEqual({ averageRating: 5, totalRatings: 1 });
    expect(await rateContent(bob, item, { rating: 2 })).toEqual({ averageRating: 3.5, totalRatings: 2 });
    expect(await rateContent(ann, item, { rating: 3, review: 'Clear' })).toEqual({
      averageRating: 2.5,
      totalRatings: 2,
    });
    expect(await ownRating(ann, item)).toEqual({ rating: 3, review: 'Clear', hiddenReason: null });
    expect(await ratingSummary(world.em(), item)).toEqual({ averageRating: 2.5, totalRatings: 2 });
    await expectCountersToMatch(world.em(), item);
  });

  test('can be taken back, twice without harm, and also when the item is locked by now', async () => {
    const viewer = await world.person({ plan: 'vip' });
    const item = await world.item({ tier: 'vip' });
    await rateContent(world.member(viewer), item, { rating: 4 });
    const downgraded = world.member({ ...viewer, plan: 'free' });
    expect(await removeRating(downgraded, item)).toEqual({ averageRating: 0, totalRatings: 0 });
    expect(await removeRating(downgraded, item)).toEqual({ averageRating: 0, totalRatings: 0 });
    expect(await ownRating(downgraded, item)).toBeNull();
    expect(await ownRating(world.scope(), item)).toBeNull();
  });

  test.each([
    ['free', 'free', true],
    ['free', 'premium', false],
    ['free', 'vip', false],
    ['premium', 'premium', true],
    ['premium', 'vip', false],
    ['vip', 'vip', true],
  ] as const)('a %s member and a %s item: %s', async (plan, tier, may) => {
    const member = world.member(await world.person({ plan }));
    const item = await world.item({ tier });
    if (may) {
      await rateContent(member, item, { rating: 4 });
      expect(await rateableItem(member, item)).toMatchObject({ id: item });
    } else {
      await expect(rateContent(member, item, { rating: 4 })).rejects.toThrow(NotAllowed);
      await expect(rateableItem(member, item)).rejects.toThrow(NotAllowed);
    }
    expect((await expectCountersToMatch(world.em(), item)).rating_count).toBe(may ? 1 : 0);
  });

  test('may be given by a buyer, also after the item was withdrawn', async () => {
    const viewer = await world.person();
    const item = await world.item({ tier: 'vip', priceCents: 499 });
    await world.bought(viewer, item);
    await row(world.em())`update content set status = 'withdrawn' where id = ${item}`;
    expect((await rateContent(world.member(viewer), item, { rating: 5 })).totalRatings).toBe(1);
    await row(world.em())`update purchases set status = 'refunded' where content_id = ${item}`;
    await expect(rateContent(world.member(viewer), item, { rating: 1 })).rejects.toThrow(NotFound);
  });

  test('is not for your own item, nor for one that is hidden or unknown', async () => {
    const creator = await world.person({ isAdmin: true });
    const own = await world.item({ creator: creator.id });
    await expect(rateContent(world.member(creator), own, { rating: 5 })).rejects.toThrow(
      'You cannot rate your own content.',
    );
    const stranger = world.member(await world.person());
    for (const status of ['draft', 'withdrawn'] as const) {
      const hidden = await world.item({ status });
      await expect(rateContent(stranger, hidden, { rating: 5 })).rejects.toThrow(NotFound);
      await expect(removeRating(stranger, hidden)).rejects.toThrow(NotFound);
      await expect(listRatings(stranger, hidden, { size: 12 })).rejects.toThrow(NotFound);
    }
    await expect(rateContent(stranger, 2_147_483_647, { rating: 5 })).rejects.toThrow(NotFound);
    await expect(ratingSummary(world.em(), 2_147_483_647)).rejects.toThrow(NotFound);
  });
});

describe('the list of ratings', () => {
  test('is newest first, with names, in pages, and open to visitors of a locked item', async () => {
    const item = await world.item({ tier: 'vip' });
    const people = await Promise.all(
      times(5, (n) => world.person({ plan: 'vip', firstName: `R${n}`, lastName: 'Mat' })),
    );
    for (const [n, person] of people.entries()) {
      // Two at the same moment: the cursor must not lose one of them.
      if (n % 2 === 0) world.clock.at = new Date(world.clock.at.getTime() + 1000);
      await rateContent(world.member(person), item, { rating: n + 1, review: n === 0 ? '' : `Review ${n}` });
    }
    const first = await listRatings(world.scope(), item, { size: 2 });
    const second = await listRatings(world.scope(), item, { size: 2, after: first.after });
    const third = await listRatings(world.scope(), item, { size: 2, after: second.after });
    const all = [first, second, third].flatMap(({ items }) => items);
    expect(all.map(({ reviewer }) => reviewer)).toEqual(['R4 Mat', 'R3 Mat', 'R2 Mat', 'R1 Mat', 'R0 Mat']);
    expect(all[0]).toMatchObject({ rating: 5, review: 'Review 4', username: people[4]?.username });
    expect(all[4]?.review).toBeNull();
    expect([first.before, third.after]).toEqual([null, null]);
    const back = await listRatings(world.scope(), item, { size: 2, before: third.before });
    expect(back.items).toEqual(second.items);
  });
});

describe('many at once', () => {
  test('100 members rate, change and take back: the sum stays right', async () => {
    const item = await world.item();
    const people = await Promise.all(times(100, () => world.person()));
    await Promise.all(
      people.map((person, n) => rateContent(world.member(person), item, { rating: (n % 5) + 1 })),
    );
    expect(await expectCountersToMatch(world.em(), item)).toMatchObject({
      rating_sum: 300,
      rating_count: 100,
    });
    await Promise.all(
      people.map((person, n) =>
        n % 2
          ? removeRating(world.member(person), item)
          : rateContent(world.member(person), item, { rating: 1 }),
      ),
    );
    expect(await expectCountersToMatch(world.em(), item)).toMatchObject({ rating_sum: 50, rating_count: 50 });
  });

  test('one member who sends 60 ratings at once has one at the end', async () => {
    const member = await world.person();
    const item = await world.item();
    await Promise.all(
      times(60, (n) =>
        n % 4 === 3
          ? removeRating(world.member(member), item)
          : rateContent(world.member(member), item, { rating: (n % 5) + 1 }),
      ),
    );
    expect((await expectCountersToMatch(world.em(), item)).rating_count).toBeLessThanOrEqual(1);
  });

  test('a rating waits for a deletion of its item and does not block it', async () => {
    const [member, item] = [world.member(await world.person()), await world.item()];
    const answer = await deleteDuring(world.em(), item, () => rateContent(member, item, { rating: 3 }));
    expect(answer).toBeInstanceOf(NotFound);
  });
});

describe('whatever members do in whatever order', () => {
  const person = fc.nat({ max: 2 });
  const act = fc.oneof(
    fc.record({
      kind: fc.constant('like' as const),
      person,
      wanted: fc.constantFrom(true, false, 'toggle' as const),
    }),
    fc.record({ kind: fc.constant('rate' as const), person, stars: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('remove' as const), person }),
  );

  test('the counters equal a recount and what a simple model says', async () => {
    const people = await Promise.all(times(3, async () => world.member(await world.person())));
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (operations) => {
        const item = await world.item();
        const liked = new Set<number>();
        const stars = new Map<number, number>();
        for (const each of operations) {
          const member = people[each.person];
          if (!member) continue;
          if (each.kind === 'like') {
            const wanted = each.wanted === 'toggle' ? !liked.has(each.person) : each.wanted;
            liked[wanted ? 'add' : 'delete'](each.person);
            expect(await setLike(member, item, each.wanted)).toEqual({ liked: wanted, likes: liked.size });
          } else if (each.kind === 'rate') {
            stars.set(each.person, each.stars);
            await rateContent(member, item, { rating: each.stars });
          } else {
            stars.delete(each.person);
            await removeRating(member, item);
          }
        }
        const sum = [...stars.values()].reduce((total, each) => total + each, 0);
        const counters = await expectCountersToMatch(world.em(), item);
        expect(counters).toEqual({ likes: liked.size, rating_sum: sum, rating_count: stars.size });
      }),
      { numRuns: 40 },
    );
  });
});

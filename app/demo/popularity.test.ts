import { expect, test } from 'vitest';
import { followLimits, includesPlan } from '../domain/plans.ts';
import { extraMembers } from './extra-members.ts';
import { people } from './people.ts';
import { popularity, publishedDays } from './popularity.ts';
import { drawPortrait } from './portraits/portrait.ts';
import { portraits } from './portraits/sitters.ts';
import { reviews } from './reviews.ts';
import { techniques } from './techniques.ts';

const everyone = [...people, ...extraMembers];
const { likes, ratings, follows, views } = popularity(everyone, techniques);
const joined = new Map(everyone.map((person) => [person.key, person.joined]));
const planOf = new Map(everyone.map((person) => [person.key, person.plan]));

const countBy = <Row>(rows: Row[], keyOf: (row: Row) => string) => {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
};
const likesOf = countBy(likes, ({ item }) => item);
const ratingsOf = countBy(ratings, ({ item }) => item);
const seen = (key: string) => views.get(key)!.reduce((sum, n) => sum + n, 0);
const items = techniques.map(({ key, tier, creator }, index) => ({
  key,
  tier,
  creator,
  days: publishedDays(index, techniques.length),
  views: seen(key),
  likes: likesOf.get(key) ?? 0,
  ratings: ratingsOf.get(key) ?? 0,
}));

test.each(['views', 'likes', 'ratings'] as const)(
  '%s have a long tail: a few hits, many small items',
  (figure) => {
    const sorted = items.map((item) => item[figure]).sort((a, b) => b - a);
    const all = sorted.reduce((sum, n) => sum + n, 0);
    const ofHits = sorted.slice(0, 9).reduce((sum, n) => sum + n, 0);
    expect(ofHits / all).toBeGreaterThan(0.3);
    expect(sorted[0]!).toBeGreaterThan(5 * sorted[45]!);
    expect(new Set(sorted).size).toBeGreaterThan(figure === 'ratings' ? 10 : 25);
  },
);

test('more people watch than like, and more like than rate; what is watched a lot is rated', () => {
  expect(items.filter((item) => item.views < item.likes || item.likes < item.ratings)).toEqual([]);
  expect(items.filter((item) => item.views > 150 && item.ratings === 0)).toEqual([]);
});

test('everything happens after both the item and the member exist, over the whole year', () => {
  const ages = new Map(items.map(({ key, days }) => [key, days]));
  const early = [...likes, ...ratings].filter(
    ({ by, item, days }) => days > ages.get(item)! || days > joined.get(by)!,
  );
  expect(early).toEqual([]);
  for (const rows of [likes, ratings, follows]) {
    expect(rows.filter(({ days }) => days > 180).length / rows.length).toBeGreaterThan(0.12);
    expect(rows.filter(({ days }) => days < 30).length).toBeGreaterThan(10);
  }
  expect(likes.filter(({ by, item }) => items.find(({ key }) => key === item)!.creator === by)).toEqual([]);
});

test('who rates may open the item, and free members follow as many as they may', () => {
  const tierOf = new Map(items.map(({ key, tier }) => [key, tier]));
  expect(ratings.filter(({ by, item }) => !includesPlan(planOf.get(by)!, tierOf.get(item)!))).toEqual([]);
  const following = [...countBy(follows, ({ by }) => by)];
  expect(following.filter(([by, count]) => count > followLimits[planOf.get(by)!])).toEqual([]);
});

test('the extra members have names of their own', () => {
  expect(new Set(everyone.map(({ key }) => key)).size).toBe(everyone.length);
  expect(new Set(everyone.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).size).toBe(
    everyone.length,
  );
  expect(everyone.filter(({ key }) => !/^[a-z0-9_]{3,30}$/.test(key))).toEqual([]);
});

test('items were published over fourteen months, and last month made 5 to 25 percent more', () => {
  const fresh = items.filter(({ days }) => days <= 30).length;
  const growth = (100 * fresh) / (items.length - fresh);
  expect(growth).toBeGreaterThan(5);
  expect(growth).toBeLessThan(25);
  expect(Math.max(...items.map(({ days }) => days))).toBeGreaterThan(400);
  expect(items.every(({ creator, days }) => days < joined.get(creator)!)).toBe(true);
});

test('sixty reviews, each with words of its own, mostly good and some critical', () => {
  expect(reviews).toHaveLength(60);
  expect(new Set(reviews.map(({ text }) => text)).size).toBe(60);
  const written = ratings.filter(({ review }) => review !== null);
  expect(written).toHaveLength(60);
  expect(new Set(written.map(({ by }) => by)).size).toBeGreaterThan(50);
  const stars = countBy(reviews, (review) => String(review.stars));
  expect([...stars.keys()].sort()).toEqual(['1', '2', '3', '4', '5']);
  expect((stars.get('4')! + stars.get('5')!) / 60).toBeGreaterThan(0.8);
});

test('every demo person has a portrait, and no two are alike', () => {
  expect(Object.keys(portraits).sort()).toEqual(people.map(({ key }) => key).sort());
  const drawings = people.map(({ key }) => drawPortrait(key));
  expect(new Set(drawings).size).toBe(people.length);
  for (const drawing of drawings) {
    expect(drawing).toMatch(/^<svg [^>]*width="640" height="640"[^>]*>.*<\/svg>$/s);
    expect(drawing).not.toMatch(/NaN|undefined|Infinity/);
  }
  expect(() => drawPortrait('nobody')).toThrow('No portrait of nobody');
});

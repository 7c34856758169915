import { includesPlan } from '../domain/plans.ts';
import { chance, longTailed } from './chance.ts';
import { reviews } from './reviews.ts';
import type { DemoPerson, DemoTechnique } from './shapes.ts';

/** Times are in days before the start. */
export interface Like {
  by: string;
  item: string;
  days: number;
}

export interface Rating extends Like {
  stars: number;
  review: string | null;
}

export interface Follow {
  by: string;
  creator: string;
  days: number;
}

export interface Popularity {
  likes: Like[];
  ratings: Rating[];
  follows: Follow[];
  /** The views of each item by day, the first number for today. */
  views: Map<string, number[]>;
}

const oldest = 425;

/** How many days ago an item was published: the newest three hours ago, the oldest fourteen months ago. */
export const publishedDays = (index: number, items: number) =>
  0.125 + oldest * (index / items) ** 1.25 + (index > 0 ? chance('hour', index) * 0.6 : 0);

const fame: Record<string, number> = {
  coach_bia: 1.7,
  marina_costa: 1.9,
  tomasz_zielinski: 1.3,
  raimundo_teles: 1.2,
  diego_fuentes: 0.9,
  leila_haddad: 0.8,
  kenji_morita: 0.8,
  aino_virtanen: 0.7,
  ioana_petrescu: 0.5,
  chloe_beaumont: 0.45,
  sam_okafor: 0.6,
  anh_nguyen: 0.35,
};
const reach = { free: 1, premium: 0.5, vip: 0.34 } as const;

interface Item extends DemoTechnique {
  days: number;
  appeal: number;
}

/** What the members like, rate, follow and watch: a few hits and many small items, the same at every start. */
export function popularity(people: DemoPerson[], techniques: DemoTechnique[]): Popularity {
  const items = techniques.map(
    (technique, index): Item => ({
      ...technique,
      tier: technique.earlyDays ? 'vip' : technique.tier,
      days: publishedDays(index, techniques.length),
      appeal: appealOf(technique),
    }),
  );
  const written = writtenReviews(people, items);
  const likes = items.flatMap((item) => likesOf(item, people, written));
  const ratings = items.flatMap((item) => ratingsOf(item, people, likes, written));
  return {
    likes,
    ratings,
    follows: Object.keys(fame).flatMap((creator) => followsOf(creator, people, items)),
    views: new Map(items.map((item) => [item.key, viewsOf(item, likes)])),
  };
}

/** What is written about is also what is seen most. */
function appealOf({ key, creator, tier }: DemoTechnique): number {
  const written = reviews.filter(({ item }) => item === key).length;
  return Math.max(0.45, longTailed(1, 'appeal', key)) * fame[creator]! * reach[tier] * (1 + written);
}

/** Who may open an item likes it sooner than those who see only its card. */
const nearness = ({ plan }: DemoPerson, { tier }: Item) =>
  tier === 'free' ? 1 : includesPlan(plan, tier) ? 6 : 0.5;

/** How much of its public an item or a creator has found after so many days. */
const found = (days: number) => 1 - Math.exp(-days / 45);

/** A day since something began, more often soon after it. */
const since = (days: number, ...words: (string | number)[]) => days * (1 - chance(...words) ** 1.6);

function writtenReviews(people: DemoPerson[], items: Item[]): Rating[] {
  const busy = new Set<string>();
  return reviews.map(({ item: key, stars, text }) => {
    const item = items.find((each) => each.key === key)!;
    const able = people
      .filter((person) => person.bio === null && includesPlan(person.plan, item.tier))
      .sort((a, b) => chance(key, stars, a.key) - chance(key, stars, b.key));
    const by = able.find((person) => !busy.has(person.key) && person.joined > 6) ?? able[0]!;
    busy.add(by.key);
    const days = since(Math.min(item.days, by.joined), 'review', key, stars, text.length);
    return { by: by.key, item: key, days, stars, review: text };
  });
}

function likesOf(item: Item, people: DemoPerson[], written: Rating[]): Like[] {
  return people.flatMap((person) => {
    const review = written.find((each) => each.item === item.key && each.by === person.key);
    const days = Math.min(item.days, person.joined);
    const eager = 2 * chance('eager', person.key) ** 1.3;
    const likelihood = Math.min(0.8, 0.05 * item.appeal * eager * nearness(person, item)) * found(days);
    const isLiked = review ? review.stars > 3 : chance('like', item.key, person.key) < likelihood;
    if (!isLiked || item.creator === person.key) return [];
    return [
      { by: person.key, item: item.key, days: review?.days ?? since(days, 'when', item.key, person.key) },
    ];
  });
}

function ratingsOf(item: Item, people: DemoPerson[], likes: Like[], written: Rating[]): Rating[] {
  const own = written.filter((each) => each.item === item.key);
  const able = likes
    .filter((like) => like.item === item.key && !own.some(({ by }) => by === like.by))
    .filter(({ by }) => includesPlan(people.find(({ key }) => key === by)!.plan, item.tier))
    .sort((a, b) => chance('rates', item.key, a.by) - chance('rates', item.key, b.by));
  const most = Math.ceil(able.length * (0.12 + 0.22 * chance('rated', item.key)));
  return [
    ...own,
    ...able.slice(0, most).map((like) => ({
      ...like,
      days: like.days * (0.8 + 0.2 * chance('soon', item.key, like.by)),
      stars: starsOf(item, like.by),
      review: null,
    })),
  ];
}

function starsOf({ key }: Item, by: string): number {
  const luck = chance('stars', key, by) - 0.12 * chance('good', key);
  return luck < 0.56 ? 5 : luck < 0.86 ? 4 : luck < 0.955 ? 3 : 2;
}

const followsOf = (creator: string, people: DemoPerson[], items: Item[]): Follow[] => {
  const first = Math.max(...items.filter((item) => item.creator === creator).map(({ days }) => days));
  return people
    .filter((person) => person.key !== creator)
    .filter((person) => chance('follow', creator, person.key) < 0.26 * fame[creator]! * found(person.joined))
    .map((person) => ({
      by: person.key,
      creator,
      days: since(Math.min(first, person.joined), 'follows', creator, person.key),
    }));
};

/** Most views come in the first weeks, and more on two days of each week. */
function viewsOf(item: Item, likes: Like[]): number[] {
  const liked = likes.filter(({ item: key }) => key === item.key).length;
  const all = Math.round(
    4 +
      liked * (7 + 12 * chance('watched', item.key)) +
      60 * item.appeal * found(item.days) * chance('seen', item.key),
  );
  const weights = Array.from({ length: Math.floor(item.days) + 1 }, (_, back) => {
    const age = item.days - back;
    return (0.3 + 1 / (1 + age / 9)) * (back % 7 < 2 ? 1.5 : 1) * (0.5 + chance('day', item.key, back));
  });
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let seen = 0;
  let shared = 0;
  return weights.map((weight) => {
    seen += weight;
    const before = shared;
    shared = Math.round((all * seen) / whole);
    return shared - before;
  });
}

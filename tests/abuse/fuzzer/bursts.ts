import type { Case } from './case.ts';
import { honestCase, type Knowledge } from './generate.ts';
import type { People } from './people.ts';
import { type Random, random } from './random.ts';
import { kindsIn } from './routes.ts';
import type { Target } from './targets.ts';

export const atOnce = 8;

interface Burst {
  cases: Case[];
  isAtOnce: boolean;
}

/** Eight requests that belong together: one or a few changing targets, sent by the same or by different people. Every
 *  target comes first once. */
export function burstOf(seed: number, number: number, known: Knowledge, people: People): Burst {
  const chance = random(`${seed} burst ${number}`);
  const changing = known.targets.filter(({ verb }) => verb !== 'GET');
  const order = random(`${seed} bursts ${Math.floor(number / changing.length)}`).some(
    changing,
    changing.length,
  );
  const first = order[number % order.length]!;
  const made =
    aboutPerson(first, changing, chance, known, people) ?? aboutThing(first, changing, chance, known);
  return {
    cases: made.map((each) => ({ ...each, from: `${seed}:burst ${number}` })),
    // One after another, in an order that the pages do not offer, such as editing after deleting.
    isAtOnce: chance.chance(0.8),
  };
}

/** One thing, and what else may be done to it. */
function aboutThing(first: Target, changing: Target[], chance: Random, known: Knowledge): Case[] {
  const [kind] = kindsIn(first.pattern);
  const value = kind && chance.pick(known.values.get(kind) ?? ['1']);
  const values = kind && value ? { [kind]: value } : {};
  const alike = changing.filter(({ pattern }) => kindsIn(pattern)[0] === kind);
  const others = chance.some(alike, chance.pick([0, 0, 1, 3]));
  // People repeat a click when they see no effect.
  if (others.length === 0 && chance.chance(0.6)) {
    return Array<Case>(atOnce).fill(honestCase(first, chance, known));
  }
  return Array.from({ length: atOnce }, (_, n) => {
    const target = n % 2 === 1 && others.length > 0 ? chance.pick(others) : first;
    return honestCase(target, chance, known, {
      isOwn: chance.chance(0.8),
      values: others.length > 0 ? values : {},
    });
  });
}

/** A person to whom something is done, and that person's own request at the same moment. Null for other targets. */
function aboutPerson(first: Target, changing: Target[], chance: Random, known: Knowledge, people: People) {
  const [kind = ''] = kindsIn(first.pattern);
  if (!['users', 'creators', 'creatorId', 'username'].includes(kind)) return null;
  const role = chance.pick(['free', 'vip', 'creator']);
  const value = kind === 'username' ? people.usernameOf(role) : String(people.idOf(role));
  const own = changing.filter(({ pattern }) => !pattern.includes('admin'));
  const targets = chance.some(own, 4);
  return Array.from({ length: atOnce }, (_, n) =>
    n % 2 === 0
      ? honestCase(first, chance, known, { values: { [kind]: value } })
      : honestCase(chance.pick(targets), chance, known, { role }),
  );
}

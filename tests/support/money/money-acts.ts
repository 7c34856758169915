import fc from 'fast-check';
import type { Fate } from './mortal.ts';

/** One step of a random run with money; each kind of step reads the facts it needs. */
export interface Step {
  do: string;
  member: number;
  item: number;
  plan: 'premium' | 'vip';
  hosted: boolean;
  /** Which of the latest: 0 is the last one. */
  nth: number;
  /** The person's action on the payment page, if any. */
  outcome: 'pay' | 'decline' | 'leave';
  cents: number;
  failing: boolean;
  hours: number;
  /** Whether the events of the payment arrive at once. */
  isTold: boolean;
  what: string;
  /** How many provider calls the process survives in this step. */
  fate: Fate;
}

const immortal: Fate = { callsLeft: 1_000, diesBefore: false };
const nothing: Step = {
  do: '',
  member: 0,
  item: 0,
  plan: 'premium',
  hosted: false,
  nth: 0,
  outcome: 'pay',
  cents: 1,
  failing: false,
  hours: 1,
  isTold: false,
  what: '',
  fate: immortal,
};

const member = fc.nat(2);
/** One of them is the seller. With few people, plans begin and end more often. */
const subscriber = fc.nat(1);
/** The third is for sale only where the seller's plan allows more than two. */
const item = fc.constantFrom(0, 0, 1, 1, 2);
const nth = fc.nat(5);
const plan = fc.constantFrom('premium' as const, 'vip' as const);
const hosted = fc.boolean();
const outcome = fc.constantFrom<Step['outcome'][]>('pay', 'pay', 'pay', 'pay', 'decline', 'leave');
const fate = fc.oneof(
  { weight: 5, arbitrary: fc.constant(immortal) },
  { weight: 1, arbitrary: fc.record({ callsLeft: fc.nat(3), diesBefore: fc.boolean() }) },
);

const isTold = fc.constantFrom(true, true, false);

type Facts = { [Name in keyof Step]?: fc.Arbitrary<Step[Name]> };
const step = (weight: number, kinds: string[], facts: Facts) => ({
  weight,
  arbitrary: fc
    .record({ do: fc.constantFrom(...kinds), ...(facts as Record<string, fc.Arbitrary<never>>) })
    .map((given): Step => ({ ...nothing, ...given })),
});

const begin = [
  step(8, ['buy'], { member, item, hosted, outcome, isTold, fate }),
  step(5, ['subscribe'], { member: subscriber, plan, hosted, outcome, isTold, fate }),
];

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...begin,
  step(3, ['pay'], { nth, outcome, isTold }),
  step(2, ['two tabs'], { member, item, isTold }),
  step(2, ['two plans'], { member: subscriber, plan, isTold }),
  step(5, ['change', 'change', 'cancel', 'resume', 'undo'], { member: subscriber, plan, fate }),
  step(5, ['refund'], { nth, isTold, fate }),
  step(1, ['part'], { isTold, nth, cents: fc.integer({ min: 1, max: 600 }) }),
  step(3, ['dispute'], { nth, what: fc.constantFrom('open', 'won', 'lost'), isTold }),
  step(2, ['won', 'lost', 'refund fails'], { nth, isTold }),
  step(2, ['on sale', 'off sale', 'new price'], { item }),
  step(2, ['card'], { member: subscriber, failing: fc.boolean(), hours: fc.constantFrom(0, 760) }),
  step(5, ['time'], { isTold, hours: fc.constantFrom(1, 25, 50, 200, 760, 760) }),
  step(3, ['weather'], { what: fc.constantFrom('fail', 'stored', 'drop', 'lose', 'reorder', 'duplicate') }),
  step(4, ['arrive', 'work', 'replay', 'reconcile'], { nth, fate }),
);

/** A random run: a member starts to buy something, and then any step may follow. */
export const anyLife: fc.Arbitrary<Step[]> = fc
  .tuple(fc.oneof(...begin), fc.array(anyStep, { minLength: 2, maxLength: 11, size: 'max' }))
  .map(([first, steps]) => [first, ...steps]);

import fc from 'fast-check';
import type { CrashPoint } from './crashing-provider.ts';

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
  isDelivered: boolean;
  what: string;
  /** How many provider calls the process survives in this step. */
  crash: CrashPoint;
}

const neverCrashes: CrashPoint = { callsLeft: 1_000, isBeforeCall: false };
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
  isDelivered: false,
  what: '',
  crash: neverCrashes,
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
const crash = fc.oneof(
  { weight: 5, arbitrary: fc.constant(neverCrashes) },
  { weight: 1, arbitrary: fc.record({ callsLeft: fc.nat(3), isBeforeCall: fc.boolean() }) },
);

const isDelivered = fc.constantFrom(true, true, false);

type Facts = { [Name in keyof Step]?: fc.Arbitrary<Step[Name]> };
const step = (weight: number, kinds: string[], facts: Facts) => ({
  weight,
  arbitrary: fc
    .record({ do: fc.constantFrom(...kinds), ...(facts as Record<string, fc.Arbitrary<never>>) })
    .map((given): Step => ({ ...nothing, ...given })),
});

const begin = [
  step(8, ['buy'], { member, item, hosted, outcome, isDelivered, crash }),
  step(5, ['subscribe'], { member: subscriber, plan, hosted, outcome, isDelivered, crash }),
];

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...begin,
  step(3, ['pay'], { nth, outcome, isDelivered }),
  step(2, ['two tabs'], { member, item, isDelivered }),
  step(2, ['two plans'], { member: subscriber, plan, isDelivered }),
  step(5, ['change', 'change', 'cancel', 'resume', 'undo'], { member: subscriber, plan, crash }),
  step(5, ['refund'], { nth, isDelivered, crash }),
  step(1, ['part'], { isDelivered, nth, cents: fc.integer({ min: 1, max: 600 }) }),
  step(3, ['dispute'], { nth, what: fc.constantFrom('open', 'won', 'lost'), isDelivered }),
  step(2, ['won', 'lost', 'refund fails'], { nth, isDelivered }),
  step(2, ['on sale', 'off sale', 'new price'], { item }),
  step(2, ['card'], { member: subscriber, failing: fc.boolean(), hours: fc.constantFrom(0, 760) }),
  step(5, ['time'], { isDelivered, hours: fc.constantFrom(1, 25, 50, 200, 760, 760) }),
  step(3, ['weather'], { what: fc.constantFrom('fail', 'stored', 'drop', 'lose', 'reorder', 'duplicate') }),
  step(4, ['arrive', 'work', 'replay', 'reconcile'], { nth, crash }),
  step(3, ['checkpoint', 'checkpoint', 'two checkpoints', 'pay out'], {
    cents: fc.integer({ min: 1, max: 600 }),
  }),
);

/** A random run: a member starts to buy something, and then any step may follow. */
export const anySteps: fc.Arbitrary<Step[]> = fc
  .tuple(fc.oneof(...begin), fc.array(anyStep, { minLength: 2, maxLength: 11, size: 'max' }))
  .map(([first, steps]) => [first, ...steps]);

import type { RequestState } from './states.ts';

/** The steps of the two sides. Paying is the checkout's, and deciding a dispute is the admins'. */
export const requestTransitions = [
  'accept',
  'decline',
  'withdraw',
  'cancel',
  'deliver',
  'confirm',
  'dispute',
  'publish',
  'keep-private',
] as const;
export type RequestTransition = (typeof requestTransitions)[number];

export type Side = 'requester' | 'creator';

interface TransitionRule {
  by: readonly Side[];
  from: readonly RequestState[];
  to: RequestState | null;
}

export const transitionRules: Record<RequestTransition, TransitionRule> = {
  accept: { by: ['creator'], from: ['asked'], to: 'accepted' },
  decline: { by: ['creator'], from: ['asked'], to: 'declined' },
  withdraw: { by: ['requester'], from: ['asked', 'accepted'], to: 'withdrawn' },
  cancel: { by: ['creator'], from: ['accepted', 'paid'], to: 'cancelled' },
  deliver: { by: ['creator'], from: ['paid'], to: 'delivered' },
  confirm: { by: ['requester'], from: ['delivered'], to: 'done' },
  dispute: { by: ['requester'], from: ['delivered'], to: 'disputed' },
  publish: { by: ['requester', 'creator'], from: ['done', 'refunded'], to: null },
  'keep-private': { by: ['requester', 'creator'], from: ['done'], to: null },
};

export interface TransitionFacts {
  side: Side | null;
  state: RequestState;
  dueAt: Date | string | null;
  /** Whether this side, and the other one, agrees to publish the item. */
  agrees: boolean;
  otherAgrees: boolean;
  isPrivate: boolean;
}

export function mayTransition(transition: RequestTransition, facts: TransitionFacts, now: Date): boolean {
  const { by, from } = transitionRules[transition];
  if (facts.side === null || !by.includes(facts.side) || !from.includes(facts.state)) return false;
  if (
    facts.dueAt !== null &&
    new Date(facts.dueAt) <= now &&
    transition !== 'cancel' &&
    transition !== 'withdraw'
  )
    return false;
  if (transition === 'publish') return facts.isPrivate && (isCreatorsAlone(facts) || mayAgree(facts));
  if (transition === 'keep-private') return facts.isPrivate && facts.agrees;
  return true;
}

/** After a refund the item belongs to its creator alone, so only the creator decides about publishing it. */
export const isCreatorsAlone = ({ side, state }: Pick<TransitionFacts, 'side' | 'state'>): boolean =>
  side === 'creator' && state === 'refunded';

const mayAgree = ({ state, agrees }: TransitionFacts) => state === 'done' && !agrees;

export const mayPay = ({ side, state, dueAt }: TransitionFacts, now: Date): boolean =>
  side === 'requester' && state === 'accepted' && dueAt !== null && new Date(dueAt) > now;

/** The steps that this side may take now, in the order of their buttons. */
export const transitionsNow = (facts: TransitionFacts, now: Date): RequestTransition[] =>
  requestTransitions.filter((transition) => mayTransition(transition, facts, now));

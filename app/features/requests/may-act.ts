import type { RequestState } from './words.ts';

/** What the two sides can do with a request; paying goes through the checkout, deciding through the admins. */
export const requestActs = [
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
export type RequestAct = (typeof requestActs)[number];

export type Side = 'requester' | 'creator';

interface ActRule {
  by: readonly Side[];
  from: readonly RequestState[];
  /** Null where the state stays. */
  to: RequestState | null;
}

/** Who may do what when. */
export const actRules: Record<RequestAct, ActRule> = {
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

export interface ActFacts {
  side: Side | null;
  state: RequestState;
  dueAt: Date | string | null;
  /** Whether this side, and the other one, wants the item public. */
  agrees: boolean;
  otherAgrees: boolean;
  isPrivate: boolean;
}

/** Whether this side may do this now: the state, and that its time is not over. */
export function mayAct(act: RequestAct, facts: ActFacts, now: Date): boolean {
  const { by, from } = actRules[act];
  if (facts.side === null || !by.includes(facts.side) || !from.includes(facts.state)) return false;
  if (facts.dueAt !== null && new Date(facts.dueAt) <= now && act !== 'cancel' && act !== 'withdraw')
    return false;
  if (act === 'publish') return facts.isPrivate && (isCreatorsAlone(facts) || mayAgree(facts));
  if (act === 'keep-private') return facts.isPrivate && facts.agrees;
  return true;
}

/** What was paid back is no longer its requester's: whether it becomes public is its creator's to say. */
export const isCreatorsAlone = ({ side, state }: Pick<ActFacts, 'side' | 'state'>): boolean =>
  side === 'creator' && state === 'refunded';

const mayAgree = ({ state, agrees }: ActFacts) => state === 'done' && !agrees;

/** Whether the requester may open the checkout. */
export const mayPay = ({ side, state, dueAt }: ActFacts, now: Date): boolean =>
  side === 'requester' && state === 'accepted' && dueAt !== null && new Date(dueAt) > now;

/** All that this side may do now, in the order in which it is offered. */
export const actsNow = (facts: ActFacts, now: Date): RequestAct[] =>
  requestActs.filter((act) => mayAct(act, facts, now));

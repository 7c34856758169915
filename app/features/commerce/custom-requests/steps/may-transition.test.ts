import { describe, expect, test } from 'vitest';
import { tiers } from '../../../../domain/tiers.ts';
import { type Asking, mayAsk } from '../offers/may-ask.ts';
import {
  mayPay,
  mayTransition,
  requestTransitions,
  type Side,
  type TransitionFacts,
} from './may-transition.ts';
import { dueAfter, requestStates } from './states.ts';

const now = new Date('2026-06-01T12:00:00Z');
const later = new Date(now.getTime() + 1);

/** Who may do what in which state while its time is not over, written out by hand. */
const table: Record<string, Partial<Record<Side, string[]>>> = {
  asked: { creator: ['accept', 'decline'], requester: ['withdraw'] },
  accepted: { creator: ['cancel'], requester: ['withdraw', 'pay'] },
  paid: { creator: ['cancel', 'deliver'], requester: [] },
  delivered: { creator: [], requester: ['confirm', 'dispute'] },
  disputed: {},
  done: { creator: ['publish'], requester: ['publish'] },
  refunded: { creator: ['publish'] },
};

describe.each(requestStates)('a request that is %s', (state) => {
  const dueAt = dueAfter(state, now, 3);
  const facts = (side: Side | null, more: Partial<TransitionFacts> = {}): TransitionFacts => ({
    side,
    state,
    dueAt,
    agrees: false,
    otherAgrees: false,
    isPrivate: true,
    ...more,
  });
  const possible = (asked: TransitionFacts, at: Date) => [
    ...requestTransitions.filter((transition) => mayTransition(transition, asked, at)),
    ...(mayPay(asked, at) ? ['pay'] : []),
  ];

  test.each(['requester', 'creator'] as const)('the %s may do what the table says, and no more', (side) => {
    expect(possible(facts(side), now)).toEqual(table[state]?.[side] ?? []);
  });

  test('anyone else may do nothing', () => {
    expect(possible(facts(null), now)).toEqual([]);
  });

  test('once its time is over, it can only be ended', () => {
    if (!dueAt) return;
    for (const side of ['requester', 'creator'] as const) {
      const before = new Date(dueAt.getTime() - 1);
      expect(possible(facts(side), before)).toEqual(table[state]?.[side] ?? []);
      const left = (table[state]?.[side] ?? []).filter(
        (transition) => transition === 'cancel' || transition === 'withdraw',
      );
      expect(possible(facts(side), dueAt)).toEqual(left);
    }
  });

  test('a side may withdraw its consent while the item is private, and publish only when both agreed', () => {
    const agreed = facts('creator', { agrees: true });
    const left: Record<string, string[]> = { done: ['keep-private'], refunded: ['publish'] };
    expect(possible(agreed, later).filter((transition) => /p(ublish|rivate)/.test(transition))).toEqual(
      left[state] ?? [],
    );
    expect(possible(facts('creator', { isPrivate: false }), now)).not.toContain('publish');
  });
});

describe('who may ask', () => {
  const open: Asking = {
    plan: 'vip',
    isSelf: false,
    isActive: true,
    isOffered: true,
    isBlocked: false,
    hasOpen: false,
    taken: 1,
    atOnce: 2,
  };

  test.each([
    [null, 'sign-in'],
    ...tiers.map((plan) => [plan, plan === 'vip' ? 'yes' : 'plan'] as const),
  ] as const)('with plan %s: %s', (plan, verdict) => {
    expect(mayAsk({ ...open, plan })).toBe(verdict);
    for (const shut of [{ isActive: false }, { isOffered: false }, { isBlocked: true }]) {
      expect(mayAsk({ ...open, plan, ...shut })).toBe('closed');
    }
    expect(mayAsk({ ...open, plan, isSelf: true })).toBe('self');
    const full = verdict === 'yes' ? 'full' : verdict;
    expect(mayAsk({ ...open, plan, taken: 2 })).toBe(full);
    expect(mayAsk({ ...open, plan, taken: 3 })).toBe(full);
    expect(mayAsk({ ...open, plan, hasOpen: true })).toBe(plan === null ? 'sign-in' : 'open');
  });
});

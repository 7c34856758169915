import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';

/** What a creator earned and was paid up to the horizon. The ledger proves it (ADR-063). */
export const LedgerCheckpoint = defineEntity({
  name: 'LedgerCheckpoint',
  tableName: 'ledger_checkpoints',
  properties: {
    creator: () => p.oneToOne(User).owner().primary().deleteRule('restrict'),
    earnedCents: p.bigint('number'),
    paidCents: p.bigint('number'),
  },
});
export type LedgerCheckpoint = InferEntity<typeof LedgerCheckpoint>;

/** The ledger's sums of one day in UTC, up to the horizon. */
export const LedgerDay = defineEntity({
  name: 'LedgerDay',
  tableName: 'ledger_days',
  properties: {
    day: p.date().primary(),
    grossCents: p.bigint('number'),
    platformCents: p.bigint('number'),
  },
});
export type LedgerDay = InferEntity<typeof LedgerDay>;

/** A single row: the last entry and the last payout in the checkpoints, and sums over all checkpoints. */
export const LedgerHorizon = defineEntity({
  name: 'LedgerHorizon',
  tableName: 'ledger_horizon',
  properties: {
    isOnly: p.boolean().primary().default(true),
    entriesUntil: p.bigint('number').default(0),
    payoutsUntil: p.bigint('number').default(0),
    /** Creators who earned or were paid something, and those of them who are owed something. */
    creators: p.integer().default(0),
    payable: p.integer().default(0),
    owedCents: p.bigint('number').default(0),
  },
});
export type LedgerHorizon = InferEntity<typeof LedgerHorizon>;

import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { Charge } from './charge.entity.ts';

/** One share of a charge. The entries of a charge add up to what is left of it; the database checks this. */
export const LedgerEntry = defineEntity({
  name: 'LedgerEntry',
  tableName: 'ledger_entries',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    charge: () => p.manyToOne(Charge).deleteRule('restrict'),
    kind: p.enum(['sale', 'plan', 'refund', 'dispute'] as const),
    account: p.enum(['creator', 'platform'] as const),
    creator: () => p.manyToOne(User).nullable().deleteRule('restrict'),
    amountCents: p.integer(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type LedgerEntry = InferEntity<typeof LedgerEntry>;

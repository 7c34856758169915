import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { Charge } from '../purchases/charge.entity.ts';

/** One side of the books. The entries of a charge always add up to what is left of it; the database checks. */
export const LedgerEntry = defineEntity({
  name: 'LedgerEntry',
  tableName: 'ledger_entries',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    charge: () => p.manyToOne(Charge).deleteRule('restrict'),
    kind: p.enum(['sale', 'plan', 'refund', 'dispute'] as const),
    account: p.enum(['creator', 'house'] as const),
    creator: () => p.manyToOne(User).nullable().deleteRule('restrict'),
    amountCents: p.integer(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type LedgerEntry = InferEntity<typeof LedgerEntry>;

import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';

export const Payout = defineEntity({
  name: 'Payout',
  tableName: 'payouts',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    creator: () => p.manyToOne(User).deleteRule('restrict'),
    amountCents: p.integer(),
    reference: p.text().nullable(),
    attempt: p.text().unique(),
    admin: () => p.manyToOne(User).deleteRule('restrict'),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type Payout = InferEntity<typeof Payout>;

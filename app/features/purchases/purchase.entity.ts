import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { Content } from '../content/content.entity.ts';

export const purchaseStates = ['pending', 'paid', 'failed', 'cancelled', 'refunded', 'disputed'] as const;

export const Purchase = defineEntity({
  name: 'Purchase',
  tableName: 'purchases',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    user: () => p.manyToOne(User).deleteRule('restrict'),
    content: () => p.manyToOne(Content).deleteRule('restrict'),
    amountCents: p.integer(),
    currency: p.text().default('usd'),
    status: p.enum(purchaseStates).default('pending'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    paidAt: p.datetime(3).nullable(),
  },
});
export type Purchase = InferEntity<typeof Purchase>;

import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { Purchase } from '../purchases/purchase.entity.ts';
import { Charge } from './charge.entity.ts';

/** In the order in which a refund moves through them. */
export const refundStates = ['asked', 'pending', 'succeeded', 'failed'] as const;

/** A refund. The row and its key exist before the provider is called. */
export const Refund = defineEntity({
  name: 'Refund',
  tableName: 'refunds',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    paymentId: p.text(),
    charge: () => p.manyToOne(Charge).nullable().deleteRule('restrict'),
    purchase: () => p.manyToOne(Purchase).nullable().deleteRule('restrict'),
    refundId: p.text().nullable().unique(),
    idempotencyKey: p.text().unique(),
    amountCents: p.integer(),
    reason: p.enum(['admin', 'surplus', 'provider', 'request'] as const),
    note: p.text().nullable(),
    status: p.enum(refundStates).default('asked'),
    admin: () => p.manyToOne(User).nullable().deleteRule('restrict'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type Refund = InferEntity<typeof Refund>;

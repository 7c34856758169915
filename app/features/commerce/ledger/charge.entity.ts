import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { Subscription } from '../plans/subscription.entity.ts';
import { Purchase } from '../purchases/purchase.entity.ts';

/** Money that arrived for one sale or one invoice of a plan. It is also the member's receipt. */
export const Charge = defineEntity({
  name: 'Charge',
  tableName: 'charges',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    kind: p.enum(['sale', 'plan'] as const),
    user: () => p.manyToOne(User).deleteRule('restrict'),
    purchase: () => p.oneToOne(Purchase).owner().nullable().deleteRule('restrict'),
    subscription: () => p.manyToOne(Subscription).nullable().deleteRule('restrict'),
    invoiceId: p.text().nullable().unique(),
    paymentId: p.text().nullable().unique(),
    number: p.text().nullable(),
    title: p.text(),
    amountCents: p.integer(),
    refundedCents: p.integer().default(0),
    lostCents: p.integer().default(0),
    currency: p.text().default('usd'),
    receiptUrl: p.text().nullable(),
    periodStart: p.datetime(3).nullable(),
    periodEnd: p.datetime(3).nullable(),
    /** Grows with every change. A process that read the provider at an older version must read again. */
    version: p.integer().default(1),
    paidAt: p.datetime(3),
  },
});
export type Charge = InferEntity<typeof Charge>;

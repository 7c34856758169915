import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { Subscription } from '../plans/subscription.entity.ts';
import { Purchase } from './purchase.entity.ts';

/** Money that arrived: one sale, or one paid invoice of a plan. It is also the member's receipt. */
export const Charge = defineEntity({
  name: 'Charge',
  tableName: 'charges',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
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
    /** Taken back by a bank in a lost dispute. */
    lostCents: p.integer().default(0),
    currency: p.text().default('usd'),
    receiptUrl: p.text().nullable(),
    periodStart: p.datetime(3).nullable(),
    periodEnd: p.datetime(3).nullable(),
    /** Moves with every change: whoever read the provider before it must read again. */
    version: p.integer().default(1),
    paidAt: p.datetime(3),
  },
});
export type Charge = InferEntity<typeof Charge>;

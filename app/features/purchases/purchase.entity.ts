import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { Content } from '../content/content.entity.ts';

/** `paid` alone opens the item; an open dispute changes nothing, a lost one makes it `disputed`.
 *  `review` is parked money that did not fit its order. */
const purchaseStates = ['pending', 'paid', 'failed', 'cancelled', 'refunded', 'disputed', 'review'] as const;
export type PurchaseStatus = (typeof purchaseStates)[number];

export const Purchase = defineEntity({
  name: 'Purchase',
  tableName: 'purchases',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    user: () => p.manyToOne(User).deleteRule('restrict'),
    content: () => p.manyToOne(Content).deleteRule('restrict'),
    /** Price and title are frozen when the attempt begins. */
    amountCents: p.integer(),
    title: p.text().default(''),
    currency: p.text().default('usd'),
    status: p.enum(purchaseStates).default('pending'),
    /** The hidden field of the form that began it. */
    attempt: p.text().nullable(),
    /** Saved before the provider is asked, so that asking again finds the same payment. */
    idempotencyKey: p.text().nullable().unique(),
    paymentId: p.text().nullable().unique(),
    checkoutId: p.text().nullable().unique(),
    lastError: p.text().nullable(),
    reviewNote: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    checkedAt: p.datetime(3).nullable(),
    paidAt: p.datetime(3).nullable(),
  },
});
export type Purchase = InferEntity<typeof Purchase>;

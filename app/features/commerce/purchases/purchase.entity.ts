import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { Content } from '../../library/items/content.entity.ts';

/** Only `paid` opens the item; a lost dispute sets `disputed`; `review` is a payment that does not match. */
const purchaseStates = ['pending', 'paid', 'failed', 'cancelled', 'refunded', 'disputed', 'review'] as const;
export type PurchaseStatus = (typeof purchaseStates)[number];

export const Purchase = defineEntity({
  name: 'Purchase',
  tableName: 'purchases',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    user: () => p.manyToOne(User).deleteRule('restrict'),
    content: () => p.manyToOne(Content).deleteRule('restrict'),
    /** The price and title do not change after the attempt has begun. */
    amountCents: p.integer(),
    title: p.text().default(''),
    currency: p.text().default('usd'),
    status: p.enum(purchaseStates).default('pending'),
    attempt: p.text().nullable(),
    /** Saved before the provider is called, so that a repeated call finds the same payment. */
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

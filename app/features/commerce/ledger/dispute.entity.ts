import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

export const disputeStates = [
  'inquiry',
  'inquiry_closed',
  'open',
  'under_appeal',
  'prevented',
  'won',
  'lost',
  'unknown',
] as const;

/** A bank asks for a payment back. While open, it freezes the creator's share; lost, it takes the money. */
export const Dispute = defineEntity({
  name: 'Dispute',
  tableName: 'disputes',
  properties: {
    id: p.text().primary(),
    paymentId: p.text(),
    status: p.enum(disputeStates),
    amountCents: p.integer(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type Dispute = InferEntity<typeof Dispute>;

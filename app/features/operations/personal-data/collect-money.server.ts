import { db } from '../../../db/kysely.server.ts';
import type { Collection } from './collection.ts';

/** What a member pays and earns. */
export const moneyCollections: readonly Collection[] = [
  {
    name: 'purchases',
    title: 'What you bought, or began to buy',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('purchases')
        .select([
          'id as key',
          'id as number',
          'content_id as item',
          'title',
          'amount_cents as amountCents',
          'currency',
          'status',
          'created_at as createdAt',
          'paid_at as paidAt',
        ])
        .where('user_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(size)
        .execute(),
  },
  {
    name: 'plans',
    title: 'Your plans',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('subscriptions')
        .select([
          'id as key',
          'plan',
          'status',
          'price_cents as priceCents',
          'period_start as periodStart',
          'period_end as periodEnd',
          'cancel_at_period_end as endsWithThePeriod',
          'created_at as createdAt',
          'ended_at as endedAt',
        ])
        .where('user_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(size)
        .execute(),
  },
  {
    name: 'receipts',
    title: 'Receipts',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('charges')
        .select([
          'id as key',
          'number',
          'kind',
          'title',
          'amount_cents as amountCents',
          'refunded_cents as refundedCents',
          'lost_cents as takenBackByYourBankCents',
          'currency',
          'paid_at as paidAt',
          'period_start as periodStart',
          'period_end as periodEnd',
          'receipt_url as receiptAddress',
        ])
        .where('user_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(size)
        .execute(),
  },
  {
    name: 'earnings',
    title: 'What you earned',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('ledger_entries as l')
        .innerJoin('charges as c', 'c.id', 'l.charge_id')
        .select(['l.id as key', 'l.kind', 'c.title', 'l.amount_cents as amountCents', 'l.created_at as at'])
        .where('l.creator_id', '=', memberId)
        .where('l.account', '=', 'creator')
        .where('l.id', '>', after)
        .orderBy('l.id')
        .limit(size)
        .execute(),
  },
  {
    name: 'payouts',
    title: 'What was paid out to you',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('payouts')
        .select(['id as key', 'amount_cents as amountCents', 'reference', 'created_at as at'])
        .where('creator_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(size)
        .execute(),
  },
];

import { dayOf } from '../../../ui/date.ts';
import { MoneyList } from '../../../ui/figures/money-list.tsx';
import { money } from '../../../ui/money.ts';
import type { SoldRow } from './all-purchases.server.ts';
import type { PurchaseStatus } from './purchase.entity.ts';

const words: Record<PurchaseStatus, string> = {
  pending: 'Waiting for payment',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  refunded: 'Given back',
  disputed: 'Lost to the bank',
  review: 'Needs review',
};

type Sold = SoldRow & { isRefundable: boolean };

export function SoldList({ purchases }: { purchases: readonly Sold[] }) {
  return (
    <MoneyList
      lines={purchases.map((sold) => ({
        id: sold.id,
        title: <a href={`/content/${sold.contentId}`}>{sold.title}</a>,
        amount: money(sold.amountCents),
        note: (
          <>
            {dayOf(sold.createdAt)}: {words[sold.status]}. Bought by{' '}
            <a href={`/admin/users/${sold.buyerId}`}>{sold.buyer}</a> ({sold.buyerEmail}) from{' '}
            <a href={`/admin/creators/${sold.creatorId}`}>{sold.creator}</a>. {sold.reviewNote}
          </>
        ),
        aside: sold.isRefundable && (
          <a href={`/admin/purchases/${sold.id}/refund`}>
            Refund<span className="visually-hidden">: {sold.title}</span>
          </a>
        ),
      }))}
    />
  );
}

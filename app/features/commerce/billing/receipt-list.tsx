import { billingPath } from '../../../domain/checkout-paths.ts';
import { MoneyList } from '../../../ui/figures/money-list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { money } from '../../../ui/money.ts';

interface ReceiptRow {
  id: number;
  number: string;
  title: string;
  amountCents: number;
  returnedCents: number;
  paidAt: string;
}

export function ReceiptList({ receipts }: { receipts: readonly ReceiptRow[] }) {
  if (receipts.length === 0) return <p className="soft">No payments yet.</p>;
  const lines = receipts.map(({ id, title, number, amountCents, returnedCents, paidAt }) => ({
    id,
    title: <a href={`${billingPath}/receipts/${id}`}>{title}</a>,
    amount: money(amountCents),
    note: (
      <>
        <Moment at={paidAt} as="day" />, receipt {number}
      </>
    ),
    aside: returnedCents > 0 && `${money(returnedCents)} refunded`,
  }));
  return <MoneyList lines={lines} />;
}

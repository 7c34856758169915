import { dayOf, isoOf } from '../../ui/date.ts';
import { money } from '../../ui/money.ts';
import { billingPath } from '../purchases/addresses.ts';

export interface ReceiptRow {
  id: number;
  number: string;
  title: string;
  amountCents: number;
  returnedCents: number;
  paidAt: string;
}

/** What a member paid, newest first; each line leads to its receipt. */
export function ReceiptList({ receipts }: { receipts: readonly ReceiptRow[] }) {
  if (receipts.length === 0) return <p className="soft">Nothing has been charged yet.</p>;
  return (
    <ul className="receipts">
      {receipts.map(({ id, title, number, amountCents, returnedCents, paidAt }) => (
        <li key={id}>
          <a href={`${billingPath}/receipts/${id}`}>{title}</a>
          <span className="number">{money(amountCents)}</span>
          <span className="soft small">
            <time dateTime={isoOf(paidAt)}>{dayOf(paidAt)}</time>, receipt {number}
          </span>
          {returnedCents > 0 && <span className="soft small number">{money(returnedCents)} given back</span>}
        </li>
      ))}
    </ul>
  );
}

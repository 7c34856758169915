import type { ReactNode } from 'react';

interface MoneyLine {
  id: number | string;
  title: ReactNode;
  amount: ReactNode;
  /** Under the title: when, from whom, which number. */
  note?: ReactNode;
  /** Under the amount: what is special about it, or what can be done. */
  aside?: ReactNode;
}

/** Lines of money that read on a phone as well as on paper: what it was on one side, how much on the other. */
export function MoneyList({ lines }: { lines: readonly MoneyLine[] }) {
  return (
    <ul className="money-list ruled">
      {lines.map(({ id, title, amount, note, aside }) => (
        <li key={id}>
          <div>
            <strong>{title}</strong>
            {note && <p className="soft small">{note}</p>}
          </div>
          <div className="number">
            {amount}
            {aside && <p className="soft small">{aside}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

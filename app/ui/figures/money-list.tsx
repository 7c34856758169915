import type { ReactNode } from 'react';

interface MoneyLine {
  id: number | string;
  title: ReactNode;
  amount: ReactNode;
  note?: ReactNode;
  /** Under the amount: what is special about it, or what can be done. */
  aside?: ReactNode;
}

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

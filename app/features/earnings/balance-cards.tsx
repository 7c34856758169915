import { money } from '../../ui/money.ts';

interface Balance {
  earnedCents: number;
  frozenCents: number;
  paidOutCents: number;
  availableCents: number;
}

/** A creator's money at a glance; each figure says in words what it means. */
export function BalanceCards({ balance }: { balance: Balance }) {
  const { earnedCents, frozenCents, paidOutCents, availableCents } = balance;
  const figures = [
    { label: 'Available to be paid out', cents: availableCents },
    { label: 'Frozen: a bank decides, or a request is open', cents: frozenCents },
    { label: 'Paid out', cents: paidOutCents },
    { label: 'Earned in all', cents: earnedCents },
  ];
  return (
    <dl className="stats">
      {figures.map(({ label, cents }) => (
        <div className="stat" key={label}>
          <dt>{label}</dt>
          <dd>{money(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

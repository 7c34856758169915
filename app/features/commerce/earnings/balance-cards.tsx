import { StatList } from '../../../ui/figures/stat-list.tsx';
import { money } from '../../../ui/money.ts';
import type { Balance } from './balances.sql.server.ts';

export function BalanceCards({ balance }: { balance: Balance }) {
  const { earnedCents, frozenCents, paidOutCents, availableCents } = balance;
  return (
    <StatList
      stats={[
        ['Available to be paid out', money(availableCents)],
        ['Frozen: a bank decides, or a request is open', money(frozenCents)],
        ['Paid out', money(paidOutCents)],
        ['Earned in all', money(earnedCents)],
      ]}
    />
  );
}

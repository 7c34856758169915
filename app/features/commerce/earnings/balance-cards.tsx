import { StatList } from '../../../ui/figures/stat-list.tsx';
import { money } from '../../../ui/money.ts';
import type { Balance } from './balances.sql.server.ts';

export function BalanceCards({ balance }: { balance: Balance }) {
  const { earnedCents, frozenCents, paidOutCents, availableCents } = balance;
  return (
    <StatList
      stats={[
        ['Available for payout', money(availableCents)],
        ['On hold (dispute or open request)', money(frozenCents)],
        ['Paid out', money(paidOutCents)],
        ['Total earned', money(earnedCents)],
      ]}
    />
  );
}

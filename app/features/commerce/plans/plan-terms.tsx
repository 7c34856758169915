import type { PaidPlan } from '../../../domain/plan-prices.ts';
import { planNames } from '../../../domain/plans.ts';
import { dayOf } from '../../../ui/date.ts';
import { Lines } from '../../../ui/lines.tsx';
import { money } from '../../../ui/money.ts';
import { PlanPerks } from './plan-perks.tsx';
import { plans } from './plan-texts.ts';

export function PlanTerms({ plan, change }: { plan: PaidPlan; change?: ChangeTerms }) {
  const { perks, priceCents } = plans.find(({ tier }) => tier === plan) ?? { perks: [], priceCents: 0 };
  const monthly = `${money(priceCents)} per month`;
  return (
    <>
      <p className="plan__price">
        <strong>{money(priceCents)}</strong>
        <span className="soft">/month</span>
      </p>
      <PlanPerks perks={perks} />
      {change ? (
        <Lines
          lines={[
            { label: `From ${dayOf(change.nextBillingAt)}`, value: monthly },
            { label: 'Due today', value: money(change.dueNowCents), isTotal: true },
          ]}
        />
      ) : (
        <Lines
          lines={[
            { label: 'Then, until you cancel', value: monthly },
            { label: 'Due today', value: money(priceCents), isTotal: true },
          ]}
        />
      )}
    </>
  );
}

export function ChangeNote({ plan, change }: { plan: PaidPlan; change: ChangeTerms }) {
  return (
    <p className="soft small">
      {change.when === 'now'
        ? `${planNames[plan]} opens right away. Today you pay only the difference for the rest of the month you have already paid for.`
        : `You keep ${planNames.vip} until ${dayOf(change.nextBillingAt)}. Of the techniques you sell, the two oldest then stay for sale; their buyers keep all of them.`}
    </p>
  );
}

interface ChangeTerms {
  when: 'now' | 'period_end';
  dueNowCents: number;
  nextBillingAt: string;
}

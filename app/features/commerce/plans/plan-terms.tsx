import { type PaidPlan, planPriceCents } from '../../../domain/plan-prices.ts';
import { planNames } from '../../../domain/plans.ts';
import { dayOf } from '../../../ui/date.ts';
import { Lines } from '../../../ui/lines.tsx';
import { money } from '../../../ui/money.ts';
import { PlanPerks } from './plan-perks.tsx';
import { opensToday, plans } from './plan-texts.ts';

/** What a plan brings, beside the form that pays for it. */
export function PlanOffered({ plan: tier, count }: { plan: PaidPlan; count: number }) {
  const plan = plans.find((each) => each.tier === tier);
  return (
    <section className="panel plan" data-tier={tier} aria-label={planNames[tier]}>
      <div className="belt" />
      <p className="plan__price">
        <strong>{money(planPriceCents[tier])}</strong>
        <span className="soft">/month</span>
      </p>
      {plan && <PlanPerks plan={plan} />}
      <p className="plan__today">{opensToday(tier, count)}</p>
    </section>
  );
}

export function PlanTerms({ plan, change }: { plan: PaidPlan; change?: ChangeTerms }) {
  const monthly = `${money(planPriceCents[plan])} per month`;
  const later = change ? `From ${dayOf(change.nextBillingAt)}` : 'Then, until you cancel';
  const today = change ? change.dueNowCents : planPriceCents[plan];
  return (
    <Lines
      lines={[
        { label: later, value: monthly },
        { label: 'Due today', value: money(today), isTotal: true },
      ]}
    />
  );
}

/** What happens with the payment, in a sentence below the button. */
export function PlanNote({ plan, change }: { plan: PaidPlan; change?: ChangeTerms }) {
  return <p className="soft small">{noteOf(plan, change)}</p>;
}

function noteOf(plan: PaidPlan, change: ChangeTerms | undefined) {
  if (!change) return 'Cancel at any time on your billing page. Nothing is charged before you confirm.';
  if (change.when === 'now') {
    return `${planNames[plan]} opens right away. Today you pay only the difference for the rest of the month you have already paid for.`;
  }
  return `You keep ${planNames.vip} until ${dayOf(change.nextBillingAt)}. Of the techniques you sell, the two oldest then stay for sale; their buyers keep all of them.`;
}

interface ChangeTerms {
  when: 'now' | 'period_end';
  dueNowCents: number;
  nextBillingAt: string;
}

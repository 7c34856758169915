import { planNames, saleLimits } from '../../../domain/plans.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { counted } from '../../../ui/number.ts';

interface SaleSlotsProps {
  plan: Tier;
  used: number;
}

const plansLink = <a href="/subscriptions">See the plans</a>;

export function SaleSlots({ plan, used }: SaleSlotsProps) {
  const limit = saleLimits[plan];
  if (plan === 'vip') return <>{counted(used, 'item')} for sale. VIP Elite has no limit.</>;
  if (plan === 'premium') {
    return (
      <>
        {used} of {limit} items for sale with {planNames.premium}. {planNames.vip} has no limit. {plansLink}
      </>
    );
  }
  return (
    <>
      To sell techniques, upgrade: {saleLimits.premium} at a time with {planNames.premium}, no limit with{' '}
      {planNames.vip}. {plansLink}
    </>
  );
}

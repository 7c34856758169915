import { plansPath } from '../../../domain/checkout-paths.ts';
import { planNames, saleLimits } from '../../../domain/plans.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { counted } from '../../../ui/number.ts';

interface SaleSlotsProps {
  plan: Tier;
  used: number;
  /** The page to go back to with a larger plan. */
  from: string;
}

export function SaleSlots({ plan, used, from }: SaleSlotsProps) {
  const limit = saleLimits[plan];
  const plansLink = <a href={plansPath(from)}>See the plans</a>;
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

import { counted } from '../../ui/number.ts';
import type { Tier } from '../content/words.ts';
import { planNames, saleLimits } from './plans.ts';

interface SaleRoomProps {
  plan: Tier;
  /** How many items are for sale now. */
  used: number;
}

const plansLink = <a href="/subscriptions">See the plans</a>;

/** How many items a plan lets its member sell, how many they do, and what another plan would change (decisions 3). */
export function SaleRoom({ plan, used }: SaleRoomProps) {
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
      {planNames.free} sells nothing: {planNames.premium} lets you have {saleLimits.premium} items for sale at
      a time, {planNames.vip} any number. {plansLink}
    </>
  );
}

import { Icon } from '../../../ui/pictures/icon.tsx';
import { type Plan, planBelow } from './plan-texts.ts';

/** What a plan brings: all of the plan below it, and its own. */
export function PlanPerks({ plan }: { plan: Plan }) {
  const below = planBelow(plan.tier);
  return (
    <div className="plan__perks">
      {below && <p>Everything in {below.name}, plus:</p>}
      <ul>
        {plan.perks.map((perk) => (
          <li key={perk}>
            <Icon name="check" />
            {perk}
          </li>
        ))}
      </ul>
    </div>
  );
}

import { Icon } from '../../../ui/pictures/icon.tsx';
import { type Plan, planBelow } from './plan-texts.ts';

/** What a plan brings: all of the plan below it, and its own. */
export function PlanPerks({ plan }: { plan: Plan }) {
  const below = planBelow(plan.tier);
  return (
    <div>
      {below && <p className="plan__plus">Everything in {below.name}, plus:</p>}
      <ul className="plan__perks">
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

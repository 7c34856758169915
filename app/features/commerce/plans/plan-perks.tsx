import { Icon } from '../../../ui/pictures/icon.tsx';

export function PlanPerks({ perks }: { perks: readonly string[] }) {
  return (
    <ul className="plan__perks">
      {perks.map((perk) => (
        <li key={perk}>
          <Icon name="check" />
          {perk}
        </li>
      ))}
    </ul>
  );
}

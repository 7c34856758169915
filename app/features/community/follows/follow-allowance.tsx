import { plansPath } from '../../../domain/checkout-paths.ts';
import { planNames } from '../../../domain/plans.ts';
import { Count } from '../../../ui/figures/count.tsx';

export interface FollowAllowanceProps {
  used: number;
  limit: number;
  /** The page to go back to with a larger plan. */
  from: string;
}

/** The limit of the Explorer plan, how many are used, and what would change it (E1.10). */
export const FollowAllowance = ({ used, limit, from }: FollowAllowanceProps) => (
  <p className="soft small">
    You follow <Count of="following" number={used} /> of the {limit} creators that the {planNames.free} plan
    allows. <a href={plansPath(from)}>Larger plans have no limit.</a>
  </p>
);

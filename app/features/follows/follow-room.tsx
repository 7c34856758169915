import { Count } from '../../ui/count.tsx';
import { planNames } from '../plans/plans.ts';

export interface FollowRoomProps {
  used: number;
  limit: number;
}

/** How many creators the Explorer plan lets its member follow, how many they do, and what would change it. */
export const FollowRoom = ({ used, limit }: FollowRoomProps) => (
  <p className="soft small">
    You follow <Count of="following" number={used} /> of the {limit} creators that the {planNames.free} plan
    allows. <a href="/subscriptions">Larger plans have no limit.</a>
  </p>
);

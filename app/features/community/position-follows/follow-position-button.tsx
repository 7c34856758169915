import { FollowForm } from '../follows/follow-button.tsx';

/** Where the button posts to; counts with this address are the position's followers. */
export const followPositionAddress = (id: number) => `/map/p/${id}/follow`;

export function FollowPositionButton({
  id,
  ...button
}: {
  id: number;
  name: string;
  following: boolean;
  back: string;
  kind?: 'secondary';
}) {
  return <FollowForm action={followPositionAddress(id)} {...button} />;
}

import { Icon } from '../../../ui/pictures/icon.tsx';

export interface FollowButtonProps {
  username: string;
  /** Read out with the button, because a list holds many of them. */
  name: string;
  following: boolean;
  back: string;
  /** For a list among other buttons. */
  kind?: 'secondary';
}

/** Where the follow button posts to; counts with this address are the creator's followers. */
export const followAddress = (username: string) => `/creators/${username}/follow`;

export const FollowButton = ({ username, ...button }: FollowButtonProps) => (
  <FollowForm action={followAddress(username)} {...button} />
);

/** Sends the wanted state, not a toggle, so that a double submit does no harm. */
export function FollowForm({
  action,
  name,
  following,
  back,
  kind,
}: Omit<FollowButtonProps, 'username'> & { action: string }) {
  return (
    <form
      method="post"
      action={action}
      data-toggle="following"
      data-counted="followers"
      data-failure="That did not work. Please try again."
    >
      <input type="hidden" name="following" value={following ? '0' : '1'} />
      <input type="hidden" name="back" value={back} />
      <button type="submit" className="button" data-kind={kind} aria-pressed={following}>
        <span className="button__off">
          <Icon name="plus" />
        </span>
        <span className="button__on">
          <Icon name="check" />
        </span>
        <span data-other={following ? 'Follow' : 'Following'}>{following ? 'Following' : 'Follow'}</span>
        <span className="visually-hidden"> {name}</span>
      </button>
    </form>
  );
}

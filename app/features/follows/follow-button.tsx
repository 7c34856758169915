import { ButtonForm } from '../../ui/button.tsx';

export interface FollowButtonProps {
  username: string;
  /** Read out with the button, because a list holds many of them. */
  name: string;
  following: boolean;
  /** Where the form returns to, with the place on the page. */
  back: string;
}

/** Sends the state that is wanted, not a toggle, so that a double submit does no harm. */
export function FollowButton({ username, name, following, back }: FollowButtonProps) {
  return (
    <ButtonForm
      action={`/creators/${username}/follow`}
      fields={{ following: following ? '0' : '1', back }}
      kind={following ? 'secondary' : 'primary'}
      icon={following ? 'check' : 'plus'}
    >
      {following ? 'Following' : 'Follow'}
      <span className="visually-hidden">{following ? `. Stop following ${name}` : ` ${name}`}</span>
    </ButtonForm>
  );
}

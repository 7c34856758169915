import { Count } from '../../../ui/figures/count.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';

export interface LikeButtonProps {
  id: number | string;
  title: string;
  liked: boolean;
  likes: number;
  back: string;
}

/** Added to the label for browsers that do not announce pressed buttons. */
const own = ['', ', liked by you'];

/** Sends the wanted state instead of a toggle, so that a double submit does no harm. */
export function LikeButton({ id, title, liked, likes, back }: LikeButtonProps) {
  const address = `/content/${id}/like`;
  return (
    <form
      method="post"
      action={address}
      data-toggle="liked"
      data-counted="likes"
      data-failure="Failed to like content"
    >
      <input type="hidden" name="liked" value={liked ? '0' : '1'} />
      <input type="hidden" name="back" value={back} />
      <button type="submit" className="button like" data-kind="quiet" aria-pressed={liked}>
        <Icon name="heart" />
        <Count of={address} number={likes} />
        <span className="visually-hidden">
          {` likes: like ${title}`}
          <span data-other={own[Number(!liked)]}>{own[Number(liked)]}</span>
        </span>
      </button>
    </form>
  );
}

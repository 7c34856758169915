import { Icon } from '../../ui/icon.tsx';
import { count } from '../../ui/number.ts';

export interface LikeButtonProps {
  id: number | string;
  title: string;
  liked: boolean;
  likes: number;
  /** Where the form returns to, with the place on the page. */
  back: string;
}

/** Sends the state that is wanted, not a toggle, so that a double submit does no harm. */
export function LikeButton({ id, title, liked, likes, back }: LikeButtonProps) {
  return (
    <form method="post" action={`/content/${id}/like`} data-like={id}>
      <input type="hidden" name="liked" value={liked ? '0' : '1'} />
      <input type="hidden" name="back" value={back} />
      <button type="submit" className="button like" data-kind="quiet" aria-pressed={liked}>
        <Icon name="heart" />
        <span data-count={likes}>{count(likes)}</span>
        <span className="visually-hidden"> likes: like {title}</span>
      </button>
    </form>
  );
}

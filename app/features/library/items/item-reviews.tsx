import { isoOf } from '../../../ui/date.ts';
import { Stars } from '../../../ui/figures/stars.tsx';
import { counted, oneDecimal, percent } from '../../../ui/number.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import type { PageReviews } from '../../community/ratings/page-reviews.server.ts';
import { beltLabel } from '../../identity/profile/martial-arts.ts';
import type { ItemView } from './item-view.server.ts';

type Review = PageReviews['reviews'][number] & { ago: string };

export function ItemReviews({
  item,
  reviews,
  bars,
  viewerId,
}: {
  item: ItemView;
  reviews: readonly Review[];
  bars: PageReviews['bars'];
  viewerId: number | null;
}) {
  return (
    <section className="item__reviews no-print" aria-labelledby="reviews">
      <h2 id="reviews">Ratings</h2>
      {item.totalRatings === 0 ? (
        <p className="soft">No ratings yet.</p>
      ) : (
        <div className="row">
          <p>
            <strong className="item__average">{oneDecimal(item.averageRating)}</strong>{' '}
            <span className="soft small">{counted(item.totalRatings, 'rating')}</span>
          </p>
          <Bars bars={bars} />
        </div>
      )}
      <ul className="item__people">
        {reviews.map((each) => (
          <li key={each.id}>
            <OneReview item={item} review={each} isOwn={each.userId === viewerId} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How the ratings are spread over the stars. */
function Bars({ bars }: { bars: PageReviews['bars'] }) {
  return (
    <ul className="item__bars small">
      {bars.map(({ stars, part }) => (
        <li key={stars}>
          <span>{counted(stars, 'star')}</span>{' '}
          <svg
            className="stars__row"
            width="80"
            height="16"
            viewBox="0 0 100 8"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path d="M0 0h100v8H0z" className="stars__off" />
            <path d={`M0 0h${Math.round(part * 100)}v8H0z`} />
          </svg>{' '}
          <span className="soft number">{percent(part)}</span>
        </li>
      ))}
    </ul>
  );
}

function OneReview({ item, review, isOwn }: { item: ItemView; review: Review; isOwn: boolean }) {
  const { reviewer, belt } = review;
  return (
    <article className="item__review">
      <Avatar userId={review.userId} imageUrl={review.image} loading="lazy" />
      <div>
        <p>
          <strong>{reviewer}</strong>{' '}
          {belt && belt !== 'n/a' && <span className="soft small">{beltLabel(belt)}</span>}
        </p>
        <p className="row small">
          <Stars average={review.rating} />{' '}
          <time className="soft" dateTime={isoOf(review.updatedAt).slice(0, 10)}>
            {review.ago}
          </time>
        </p>
      </div>
      {isOwn ? (
        item.canRate && (
          <a className="tap soft small" href={`/content/${item.id}/rate`} data-dialog="">
            Change<span className="visually-hidden"> your rating</span>
          </a>
        )
      ) : (
        <a className="tap soft small" href={`/report?review=${review.id}`} rel="nofollow" data-dialog="">
          Report<span className="visually-hidden"> the rating by {reviewer}</span>
        </a>
      )}
      {review.review && <p className="item__words as-written">{review.review}</p>}
    </article>
  );
}

import { dayOf, exactMomentOf, isoOf } from '../../../ui/date.ts';
import { Stars } from '../../../ui/figures/stars.tsx';
import { counted } from '../../../ui/number.ts';
import type { ItemView } from './item-view.server.ts';

interface Review {
  id: number;
  rating: number;
  review: string | null;
  reviewer: string;
  userId: number;
  updatedAt: string;
}

export function ItemReviews({
  item,
  reviews,
  viewerId,
}: {
  item: ItemView;
  reviews: readonly Review[];
  viewerId: number | null;
}) {
  return (
    <section className="stack no-print" aria-labelledby="reviews">
      <h2 id="reviews">Ratings</h2>
      {item.totalRatings === 0 ? (
        <p className="soft">No ratings yet.</p>
      ) : (
        <p className="row">
          <Stars average={item.averageRating} />{' '}
          <span className="soft">{counted(item.totalRatings, 'rating')}</span>
        </p>
      )}
      <ul className="stack">
        {reviews.map((each) => (
          <li key={each.id}>
            <p className="row small">
              <strong>{each.reviewer}</strong> <Stars average={each.rating} />{' '}
              <time className="soft" dateTime={isoOf(each.updatedAt)} title={exactMomentOf(each.updatedAt)}>
                {dayOf(each.updatedAt)}
              </time>{' '}
              {each.userId === viewerId ? (
                item.canRate && (
                  <a className="tap soft" href={`/content/${item.id}/rate`} data-dialog="">
                    Change<span className="visually-hidden"> your rating</span>
                  </a>
                )
              ) : (
                <a className="tap soft" href={`/report?review=${each.id}`} rel="nofollow" data-dialog="">
                  Report<span className="visually-hidden"> the rating by {each.reviewer}</span>
                </a>
              )}
            </p>
            {each.review && <p className="as-written">{each.review}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

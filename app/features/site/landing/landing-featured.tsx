import type { Tier } from '../../../domain/tiers.ts';
import { Empty } from '../../../ui/empty.tsx';
import { keptInside } from '../../../ui/kept-markup.ts';
import { count } from '../../../ui/number.ts';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { Picture, type PictureFacts } from '../../../ui/pictures/picture.tsx';
import { CardMarks, NoPicture } from '../../library/catalog/content-card.tsx';
import { LockOverlay } from '../../library/catalog/lock-overlay.tsx';
import { VipFirst } from '../../library/catalog/vip-first.tsx';
import { LikeButton } from '../../library/items/like-button.tsx';

export interface FeaturedItem {
  id: number | string;
  title: string;
  creator: string;
  tier: Tier;
  tierColor: string;
  locked: boolean;
  likes: number;
  comments: number;
  picture: PictureFacts | null;
  /** The item of the card; without one the card is no link. */
  contentId: number | string | null;
  /** Until when only VIPs may see that item. */
  earlyUntil?: string | null;
  liked: boolean;
}

export function LandingFeatured({ items }: { items: readonly FeaturedItem[] }) {
  return (
    <section className="section" aria-labelledby="nuggets">
      <div className="row row--apart">
        <h2 id="nuggets">Latest Technique Nuggets</h2>
        <a className="tap" href="/discover">
          See all techniques
        </a>
      </div>
      {items.length === 0 ? (
        <Empty title="Nothing featured today" text="Every technique is waiting in Discover." />
      ) : (
        <ul className="grid">
          {items.map((item) =>
            // Only the end of early access is said in the viewer's time.
            item.earlyUntil ? (
              <li key={item.id}>
                <FeaturedCard item={item} />
              </li>
            ) : (
              <li key={item.id} {...inside({ item })} />
            ),
          )}
        </ul>
      )}
    </section>
  );
}

function FeaturedCard({ item }: { item: FeaturedItem }) {
  const anchor = `featured-${item.id}`;
  return (
    <article className={`card ${item.tierColor}`} id={anchor} data-tier={item.tier}>
      <div className="card__picture">
        {item.picture ? (
          // Below the first screen of a phone, where they would delay the stylesheet and the hero.
          <Picture picture={item.picture} shape="4x3" sizes="(min-width: 75rem) 18rem, 48vw" loading="lazy" />
        ) : (
          <NoPicture />
        )}{' '}
        <CardMarks tier={item.tier} colour={item.tierColor} locked={item.locked} />
        {item.locked && <LockOverlay tier={item.tier} words="Subscribe to view" />}
      </div>
      <div className="belt" />
      <div className="card__body">
        <h3 className="card__title">
          {item.contentId === null ? (
            item.title
          ) : (
            <a className="clamp" href={`/content/${item.contentId}`}>
              {item.title}
            </a>
          )}
        </h3>
        <p className="card__creator">by {item.creator}</p>
        {item.earlyUntil && (
          <p className="card__facts">
            <VipFirst until={item.earlyUntil} />
          </p>
        )}
        <div className="card__actions">
          <Likes item={item} back={`/#${anchor}`} />
          {item.comments > 0 && (
            <span className="card__comments">
              <Icon name="comment" />
              {count(item.comments)}
              <span className="visually-hidden"> comments</span>
            </span>
          )}
        </div>
      </div>
    </article>
  );
}

const inside = keptInside(FeaturedCard);

/** A card without an item cannot be liked; it shows the number that the admin typed. */
function Likes({ item, back }: { item: FeaturedItem; back: string }) {
  const { contentId, title, liked, likes } = item;
  if (contentId !== null)
    return <LikeButton id={contentId} title={title} liked={liked} likes={likes} back={back} />;
  return (
    <span className="card__comments">
      <Icon name="heart" />
      {count(likes)}
      <span className="visually-hidden"> likes</span>
    </span>
  );
}

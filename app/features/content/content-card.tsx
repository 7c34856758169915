import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/logo.tsx';
import { money } from '../../ui/money.ts';
import { count, counted } from '../../ui/number.ts';
import { Picture, type PictureFacts } from '../../ui/picture.tsx';
import { Stars } from '../../ui/stars.tsx';
import { LikeButton } from './like-button.tsx';
import { LockOverlay } from './lock-overlay.tsx';
import { Share } from './share.tsx';
import { TierBadge } from './tier-badge.tsx';
import { VipFirst } from './vip-first.tsx';
import type { ContentType, Tier } from './words.ts';

export interface CardItem {
  id: number | string;
  title: string;
  creatorId: number | string;
  creatorName: string;
  /** With its @. */
  creatorHandle: string;
  creatorAvatar?: string | null;
  /** The one that opens it now. */
  tier: Tier;
  /** While VIPs have it first: its own tier, and until when. */
  tierAfter?: Tier | null;
  earlyUntil?: string | null;
  locked: boolean;
  /** The teaser's, when locked. */
  picture: PictureFacts | null;
  views: number;
  likes: number;
  liked: boolean;
  /** Null when it is not for sale. */
  priceCents: number | null;
  salesCount: number;
  /** 0 to 5; 0 when nobody has rated. */
  averageRating: number;
  contentType: ContentType;
  /** Others can open it, so it can be shared and liked; an item that one bought may be gone for them. */
  isPublished: boolean;
  /** Signed in, with access, and neither one's own nor a draft. */
  canRate: boolean;
  /** Signed in, for sale, and not one's own or already bought. */
  canBuy: boolean;
}

export interface CardPlace {
  /** The address of the list, to return to after a like. */
  path: string;
  /** The public address of the site, for the links that are shared. */
  origin: string;
  heading?: 'h2' | 'h3';
  loading?: 'eager' | 'lazy';
  urgent?: boolean;
}

const sizes = '(min-width: 75rem) 18rem, (min-width: 64rem) 32vw, 48vw';

/** One item in a list. The title's link covers the card; the buttons lie above it. */
export function ContentCard({
  item,
  path,
  origin,
  heading: Heading = 'h2',
  loading,
  urgent,
}: CardPlace & { item: CardItem }) {
  const { id, title, tier } = item;
  const anchor = `card-${id}`;
  return (
    <article className="card" id={anchor} data-tier={tier}>
      <div className="card__picture">
        {item.picture ? (
          <Picture picture={item.picture} shape="4x3" {...{ sizes, loading, urgent }} />
        ) : (
          <NoPicture />
        )}{' '}
        <TierBadge tier={tier} />
        {item.contentType !== 'image' && !item.locked && (
          <span className="card__film">
            <Icon name="play" />
            <span className="visually-hidden">With video</span>
          </span>
        )}
        {item.locked && <LockOverlay tier={tier} priceCents={item.priceCents} />}
      </div>
      <div className="belt" />
      <div className="card__body">
        <Heading className="card__title">
          <a className="clamp" href={`/content/${id}`}>
            {title}
          </a>
        </Heading>
        <p className="card__creator">
          <Avatar userId={item.creatorId} imageUrl={item.creatorAvatar} size="small" />
          <span>
            by {item.creatorName} <span className="card__handle">{item.creatorHandle}</span>
          </span>
        </p>
        <Facts item={item} />
        {item.canRate && (
          <a className="card__rate tap" href={`/content/${id}/rate`} data-dialog="stay">
            Rate This Content<span className="visually-hidden">: {title}</span>
          </a>
        )}
        <div className="card__actions">
          {item.isPublished && (
            <>
              <LikeButton {...item} back={`${path}#${anchor}`} />
              <Share url={`${origin}/content/${id}`} title={title} />
            </>
          )}
          {item.canBuy && (
            <ButtonLink href={`/checkout/${id}`} className="card__buy">
              Buy Now<span className="visually-hidden">: {title}</span>
            </ButtonLink>
          )}
        </div>
      </div>
    </article>
  );
}

function Facts({ item }: { item: CardItem }) {
  return (
    <ul className="card__facts">
      {item.priceCents !== null && <li className="card__price">{money(item.priceCents)}</li>}
      <li>
        <Icon name="eye" />
        {count(item.views)}
        <span className="visually-hidden"> views</span>
      </li>
      {item.averageRating > 0 && (
        <li>
          <Stars average={item.averageRating} />
        </li>
      )}
      {item.salesCount > 0 && <li>{counted(item.salesCount, 'sale')}</li>}
      {item.earlyUntil && (
        <li>
          <VipFirst until={item.earlyUntil} />
        </li>
      )}
    </ul>
  );
}

/** Holds the place of a picture with the mark, never with grey. */
export function NoPicture() {
  return (
    <div className="picture picture--4x3 picture--none">
      <Mark />
    </div>
  );
}

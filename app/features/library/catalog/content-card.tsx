import type { ContentType } from '../../../domain/content-terms.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Stars } from '../../../ui/figures/stars.tsx';
import { money } from '../../../ui/money.ts';
import { count, counted } from '../../../ui/number.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { Mark } from '../../../ui/pictures/logo.tsx';
import { Picture, type PictureFacts } from '../../../ui/pictures/picture.tsx';
import { LikeButton } from '../items/like-button.tsx';
import { Share } from '../items/share.tsx';
import { clockOf } from '../items/step.ts';
import { LockOverlay } from './lock-overlay.tsx';
import { TierBadge } from './tier-badge.tsx';
import { VipFirst } from './vip-first.tsx';

export interface CardItem {
  id: number | string;
  title: string;
  creatorId: number | string;
  creatorName: string;
  creatorHandle: string;
  creatorAvatar?: string | null;
  /** The tier that opens it now. */
  tier: Tier;
  /** Set during early access: the tier afterwards, and the end. */
  tierAfter?: Tier | null;
  earlyUntil?: string | null;
  locked: boolean;
  picture: PictureFacts | null;
  views: number;
  likes: number;
  liked: boolean;
  /** Whether this member has opened it; null for visitors, and for the creator. */
  watched: boolean | null;
  /** Where this member left its video, in seconds; null when they have not begun it, or seen it. */
  continueAt?: number | null;
  priceCents: number | null;
  salesCount: number;
  /** 0 to 5; 0 without ratings. */
  averageRating: number;
  contentType: ContentType;
  /** Only a published item can be shared and liked; a bought one may be withdrawn. */
  isPublished: boolean;
  /** Signed in, with access; not an own item or draft (E2.71). */
  canRate: boolean;
  /** Signed in, for sale; not an own or bought item (E2.70). Quiet when the plan opens it anyway. */
  canBuy: boolean;
}

export interface CardPlace {
  path: string;
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
    <article className="card" id={anchor} data-tier={tier} data-watched={item.watched ?? undefined}>
      <div className="card__picture">
        {item.picture ? (
          <Picture picture={item.picture} shape="4x3" sizes={sizes} loading={loading} urgent={urgent} />
        ) : (
          <NoPicture />
        )}{' '}
        <CardMarks tier={tier} locked={item.locked} />
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
          <Avatar userId={item.creatorId} imageUrl={item.creatorAvatar} size="small" loading={loading} />
          <span>
            by {item.creatorName} <span className="card__handle">{item.creatorHandle}</span>
          </span>
        </p>
        <Facts item={item} />
        <div className="card__actions">
          {item.isPublished && (
            <>
              <LikeButton {...item} back={`${path}#${anchor}`} />
              <Share url={`${origin}/content/${id}`} title={title} />
            </>
          )}
          {item.canBuy && (
            <ButtonLink
              href={`/checkout/${id}`}
              className="card__buy"
              kind={item.locked ? 'primary' : 'quiet'}
            >
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
      {item.salesCount > 0 && <li>{counted(item.salesCount, 'sale')}</li>}
      {item.continueAt ? (
        <li>
          <a className="card__rate" href={`/content/${item.id}?t=${item.continueAt}#video`}>
            Continue at {clockOf(item.continueAt)}
            <span className="visually-hidden">: {item.title}</span>
          </a>
        </li>
      ) : (
        item.watched && (
          <li>
            <Icon name="check" />
            Watched
          </li>
        )
      )}
      {item.earlyUntil && (
        <li>
          <VipFirst until={item.earlyUntil} />
        </li>
      )}
      {item.averageRating > 0 && (
        <li>
          <Stars average={item.averageRating} isShort />
        </li>
      )}
      {item.canRate && (
        <li>
          <a className="card__rate" href={`/content/${item.id}/rate`} data-dialog="stay">
            Rate This Content<span className="visually-hidden">: {item.title}</span>
          </a>
        </li>
      )}
    </ul>
  );
}

/** The tier, with a padlock where the item is locked. */
export const CardMarks = ({ tier, colour, locked }: { tier: Tier; colour?: string; locked: boolean }) => (
  <div className="card__marks">
    <TierBadge tier={tier} colour={colour} />
    {locked && (
      <span className="badge">
        <Icon name="lock" />
      </span>
    )}
  </div>
);

export function NoPicture() {
  return (
    <div className="picture picture--4x3 picture--none">
      <Mark />
    </div>
  );
}

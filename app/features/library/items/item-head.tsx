import { deadlineOf } from '../../../ui/date.ts';
import { Stars } from '../../../ui/figures/stars.tsx';
import { counted } from '../../../ui/number.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { TierBadge } from '../catalog/tier-badge.tsx';
import { VipFirst } from '../catalog/vip-first.tsx';
import { contentsOf } from './contents.ts';
import type { ItemView } from './item-view.server.ts';

/** Above the video: what it is, whose it is, and how much of it there is. */
export function ItemHead({ item }: { item: ItemView }) {
  const contents = contentsOf(item);
  return (
    <div className="item__head stack">
      <div className="row">
        <TierBadge tier={item.tier} />
        {item.isOwn && <span className="soft small">Yours{item.isPublished ? '' : ', not published'}</span>}{' '}
        {item.isBought && <span className="soft small">You own this</span>}{' '}
        {item.earlyUntil && (
          <span className="small">
            <VipFirst until={item.earlyUntil} say={deadlineOf} />
          </span>
        )}
      </div>
      <h1>{item.title}</h1>
      <div className="row row--apart">
        <p className="row">
          <Avatar userId={item.creatorId} imageUrl={item.creatorAvatar} />
          <span>
            by <a href={`/creators/${item.creatorUsername}`}>{item.creatorName}</a>{' '}
            <span className="soft">{item.creatorHandle}</span>
          </span>
        </p>
        <p className="row soft small">
          {contents && <span>{contents}</span>}{' '}
          {item.totalRatings > 0 && (
            <a href="#reviews" className="tap">
              <Stars average={item.averageRating} count={item.totalRatings} />
            </a>
          )}{' '}
          <span>{counted(item.views, 'view')}</span>{' '}
          {item.salesCount > 0 && <span>{counted(item.salesCount, 'sale')}</span>}
        </p>
      </div>
    </div>
  );
}

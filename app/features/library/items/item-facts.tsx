import type { ReactNode } from 'react';
import { labelOf } from '../../../domain/content-terms.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { deadlineOf } from '../../../ui/date.ts';
import { Stars } from '../../../ui/figures/stars.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { money } from '../../../ui/money.ts';
import { counted } from '../../../ui/number.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { TierBadge } from '../catalog/tier-badge.tsx';
import { VipFirst } from '../catalog/vip-first.tsx';
import type { ItemView } from './item-view.server.ts';
import { LikeButton } from './like-button.tsx';
import { Share } from './share.tsx';

export function ItemFacts({ item, children }: { item: ItemView; children?: ReactNode }) {
  const address = `/content/${item.id}`;
  return (
    <div className="item__facts stack">
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
      <p className="row">
        <Avatar userId={item.creatorId} imageUrl={item.creatorAvatar} />
        <span>
          by <a href={`/creators/${item.creatorUsername}`}>{item.creatorName}</a>{' '}
          <span className="soft">{item.creatorHandle}</span>
        </span>
      </p>
      <p className="row soft small">
        <Stars average={item.averageRating} count={item.totalRatings} />{' '}
        <span>{counted(item.views, 'view')}</span>{' '}
        {item.salesCount > 0 && <span>{counted(item.salesCount, 'sale')}</span>}
      </p>
      {children}
      <div className="item__actions">
        {item.canBuy && !item.locked && (
          <ButtonLink href={`/checkout/${item.id}`} kind="primary" icon="bag">
            Buy Now{item.priceCents !== null && ` for ${money(item.priceCents)}`}
          </ButtonLink>
        )}
        {item.isPublished && (
          <>
            <LikeButton {...item} back={address} />
            <Share url={item.url} title={item.title} />
          </>
        )}
        {item.canRate && (
          <ButtonLink href={`${address}/rate`} kind="secondary" icon="star" data-dialog="">
            Rate This Content
          </ButtonLink>
        )}
        {!item.isOwn && item.isPublished && (
          <ButtonLink
            href={`/messages/${item.creatorUsername}`}
            kind="secondary"
            icon="comment"
            rel="nofollow"
          >
            Message
          </ButtonLink>
        )}
        {item.isOwn && (
          <ButtonLink href={`${address}/edit`} kind="secondary" icon="edit">
            Edit
          </ButtonLink>
        )}
        {item.mayDelete && (
          <ButtonLink href={`${address}/delete`} kind="quiet" icon="trash" data-dialog="">
            Delete
          </ButtonLink>
        )}
      </div>
      <Details item={item} />
      {!item.isOwn && (
        <p>
          <ButtonLink
            href={`/report?content=${item.id}`}
            kind="quiet"
            icon="flag"
            rel="nofollow"
            className="no-print"
            data-dialog=""
          >
            Report
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

function Details({ item }: { item: ItemView }) {
  const facts: [string, ReactNode][] = [
    ['Technique type', item.techniqueType && labelOf(item.techniqueType)],
    ['Category', labelOf(item.category)],
    ['Difficulty', labelOf(item.difficultyLevel)],
    ['Suggested belt', labelOf(item.beltLevelRequired)],
    ['Price', item.priceCents !== null && money(item.priceCents)],
    ['Published', item.publishedAt && <Moment at={item.publishedAt} as="day" />],
  ];
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

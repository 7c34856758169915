import { isPublic } from '../../../domain/can-view.ts';
import { isEarly } from '../../../domain/early.ts';
import type { MemberScope } from '../../../scope.ts';
import { pictureOf } from '../../core/media/pictures.server.ts';
import type { OwnRow } from './own-list.sql.server.ts';
import type { OwnLine } from './own-table.tsx';

export function ownLine(
  scope: MemberScope,
  item: OwnRow,
  { takenDown, work }: Pick<OwnLine, 'takenDown' | 'work'>,
): OwnLine {
  const now = scope.now();
  const mediaAccess = isPublic(item, now) ? 'everybody' : 'viewer';
  return {
    id: item.id,
    title: item.title,
    tier: item.tier,
    status: item.status,
    takenDown,
    work,
    publishAt: item.publishAt,
    earlyUntil: isEarly(item, now) ? item.earlyUntil : null,
    date: item.publishedAt ?? item.createdAt,
    priceCents: item.priceCents,
    isForSale: item.isForSale,
    views: item.views,
    likes: item.likes,
    sales: item.sales,
    rating: Number(item.ratingAverage),
    // Only buyers open the media of a withdrawn item, so the creator sees no image.
    picture:
      item.media && item.status !== 'withdrawn'
        ? pictureOf(scope, item.media, mediaAccess, { alt: '', largest: 320 })
        : null,
  };
}

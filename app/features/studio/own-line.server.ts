import type { MemberScope } from '../../scope.ts';
import { isForEverybody } from '../content/can-view.ts';
import { isEarly } from '../content/early.ts';
import { pictureOf } from '../content/pictures.server.ts';
import type { OwnRow } from './own-list.server.ts';
import type { OwnLine } from './own-table.tsx';

/** An own item as the studio's table shows it; with why admins took it down and what its films do. */
export function ownLine(
  scope: MemberScope,
  item: OwnRow,
  { takenDown, work }: Pick<OwnLine, 'takenDown' | 'work'>,
): OwnLine {
  const now = scope.now();
  const openness = isForEverybody(item, now) ? 'everybody' : 'viewer';
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
    // Withdrawn media are for buyers alone; their creator sees the line, not the picture.
    picture:
      item.media && item.status !== 'withdrawn'
        ? pictureOf(scope, item.media, openness, { alt: '', largest: 320 })
        : null,
  };
}

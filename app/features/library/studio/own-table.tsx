import type { ReactNode } from 'react';
import type { ContentStatus } from '../../../domain/content-terms.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { dayOf, deadlineOf, onMoment } from '../../../ui/date.ts';
import { money } from '../../../ui/money.ts';
import { count, oneDecimal } from '../../../ui/number.ts';
import { Picture, type PictureFacts } from '../../../ui/pictures/picture.tsx';
import { NoPicture } from '../catalog/content-card.tsx';
import { TierBadge } from '../catalog/tier-badge.tsx';
import type { OwnFilters, OwnSort } from './own-list.schema.ts';
import { sortNames } from './sort-names.ts';

export interface OwnLine {
  id: number;
  title: string;
  tier: Tier;
  status: ContentStatus;
  publishAt: string | null;
  earlyUntil: string | null;
  takenDown: string | null;
  date: string;
  priceCents: number | null;
  isForSale: boolean;
  views: number;
  likes: number;
  sales: number;
  rating: number;
  picture: PictureFacts | null;
  work: string | null;
}

/** A creator's items: a table, or cards on a phone (studio.css), with the same words. */
export function OwnTable({ lines, filters }: { lines: readonly OwnLine[]; filters: OwnFilters }) {
  return (
    <table className="own">
      <thead>
        <tr>
          <th scope="col">Content</th>
          <th scope="col">State</th>
          {(['price', 'views', 'likes', 'sales', 'rated', 'newest'] as const).map((sort) => (
            <SortHead key={sort} sort={sort} filters={filters} />
          ))}
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function SortHead({ sort, filters }: { sort: OwnSort; filters: OwnFilters }) {
  const query = new URLSearchParams({ ...filters, sort });
  const isSorted = filters.sort === sort;
  return (
    <th scope="col" className="own__figure" aria-sort={isSorted ? 'descending' : undefined}>
      <a href={`/studio/content?${query}`}>{sort === 'newest' ? 'Date' : sortNames[sort]}</a>
    </th>
  );
}

function Line({ line }: { line: OwnLine }) {
  const { id, title, picture } = line;
  const isGone = line.status === 'withdrawn';
  return (
    <tr id={`item-${id}`}>
      <th scope="row">
        <div className="own__title">
          {picture ? <Picture picture={picture} shape="4x3" sizes="6rem" loading="lazy" /> : <NoPicture />}
          {line.takenDown ? (
            <div>
              <a href={`/content/${id}/taken-down`}>{title}</a>
              <p className="soft small">{line.takenDown}</p>
            </div>
          ) : isGone ? (
            <span>{title}</span>
          ) : (
            <div>
              <a href={`/content/${id}`}>{title}</a>
              {line.work && <p className="soft small">{line.work}</p>}
            </div>
          )}
        </div>
      </th>
      <td>
        <TierBadge tier={line.tier} />
        <span className="own__state">{stateOf(line)}</span>
      </td>
      <Figure label="Price">
        {line.priceCents === null ? '–' : money(line.priceCents)}{' '}
        {line.priceCents !== null && !line.isForSale && <span className="own__state">not for sale</span>}
      </Figure>
      <Figure label="Views">{count(line.views)}</Figure>
      <Figure label="Likes">{count(line.likes)}</Figure>
      <Figure label="Sales">{count(line.sales)}</Figure>
      <Figure label="Rating">{line.rating > 0 ? oneDecimal(line.rating) : '–'}</Figure>
      <Figure label="Date">{dayOf(line.date)}</Figure>
      <td>
        {!isGone && (
          <span className="own__actions">
            <ButtonLink href={`/content/${id}/edit`} kind="secondary">
              Edit<span className="visually-hidden"> {title}</span>
            </ButtonLink>
            <ButtonLink
              href={`/content/${id}/delete`}
              kind="quiet"
              icon="trash"
              aria-label={`Delete ${title}`}
            />
          </span>
        )}
      </td>
    </tr>
  );
}

/** `label` is shown on phones, which have no table head. */
const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <td className="own__figure" data-label={label}>
    {children}
  </td>
);

function stateOf({ status, publishAt, earlyUntil, takenDown }: OwnLine) {
  if (takenDown) return 'Taken down';
  if (earlyUntil && status === 'published') return `Published, VIP first until ${deadlineOf(earlyUntil)}`;
  if (publishAt) return `Comes out ${onMoment(publishAt)}`;
  return {
    draft: 'Draft',
    private: 'Private, made on request',
    published: 'Published',
    suspended: 'Suspended with its creator',
    withdrawn: 'Withdrawn, buyers keep it',
  }[status];
}

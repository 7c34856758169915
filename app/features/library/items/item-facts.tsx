import type { ReactNode } from 'react';
import { labelOf } from '../../../domain/content-terms.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { money } from '../../../ui/money.ts';
import type { ItemMap, LinkedThing } from '../map-links/link-view.server.ts';
import { SheetLink } from '../sheets/sheet-link.tsx';
import type { ItemView } from './item-view.server.ts';
import { LikeButton } from './like-button.tsx';
import { Share } from './share.tsx';
import { clockOf } from './step.ts';

/** Beside the video: what the viewer can do with the item. */
export function ItemActions({
  item,
  from,
  children,
}: {
  item: ItemView;
  from: number | null;
  children?: ReactNode;
}) {
  const address = `/content/${item.id}`;
  return (
    <div className="stack">
      {children}
      {item.continueAt && from === null && (
        <ButtonLink href={`${address}?t=${item.continueAt}#video`} kind="secondary" icon="play">
          Continue at {clockOf(item.continueAt)}
        </ButtonLink>
      )}
      <Kept item={item} />
      <div className="item__actions">
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
        {item.isOwn && (
          <ButtonLink href={`${address}/edit`} kind="secondary" icon="edit">
            Edit
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

/** What kind of technique it is, and the links that are seldom needed. */
export function ItemDetails({
  item,
  map,
  isSignedIn,
}: {
  item: ItemView;
  map: ItemMap;
  isSignedIn: boolean;
}) {
  return (
    <div className="stack">
      <Facts item={item} map={map} />
      <p className="row small soft no-print">
        {isSignedIn ? (
          <a className="tap" href={`/content/${item.id}/study`}>
            Study
          </a>
        ) : (
          <SheetLink href={`/content/${item.id}/sheet`} />
        )}{' '}
        {/* For members the page to study leads there. */}
        {item.isPublished && !isSignedIn && (
          <a className="tap" href={`/content/${item.id}/comments`}>
            Comments
          </a>
        )}{' '}
        {!item.isOwn && item.isPublished && (
          <a className="tap" href={`/messages/${item.creatorUsername}`}>
            Message
          </a>
        )}{' '}
        {!item.isOwn && (
          <a className="tap" href={`/report?content=${item.id}`} data-dialog={isSignedIn ? '' : undefined}>
            Report
          </a>
        )}{' '}
        {item.mayDelete && (
          <a className="tap" href={`/content/${item.id}/delete`} data-dialog="">
            Delete
          </a>
        )}
      </p>
    </div>
  );
}

/** Why an open item is open, and how to keep it beyond the plan. */
function Kept({ item }: { item: ItemView }) {
  const maySell = item.canBuy && !item.locked && item.priceCents !== null;
  if (item.locked || (!item.includedIn && !maySell)) return null;
  return (
    <p className="no-print">
      {item.includedIn && <span className="soft">Included in your {item.includedIn}. </span>}
      {maySell && (
        <a className="tap" href={`/checkout/${item.id}`}>
          Keep it for good: {money(item.priceCents ?? 0)}
        </a>
      )}
    </p>
  );
}

function Facts({ item, map }: { item: ItemView; map: ItemMap }) {
  const facts: [string, ReactNode][] = [
    ['Starts in', map.startsIn && <Thing {...map.startsIn} />],
    ['Does', map.does && <Thing {...map.does} />],
    ['Ends in', map.endsIn && <Thing {...map.endsIn} />],
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

/** A proposed name has no page yet. */
const Thing = ({ name, path }: LinkedThing) => (path ? <a href={path}>{name}</a> : <>{name} (proposed)</>);

import { Button, ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { Picture } from '../../../ui/pictures/picture.tsx';
import { CardMarks, NoPicture } from '../../library/catalog/content-card.tsx';
import type { EntryCardFacts } from './entry-card.server.ts';

const sizes = '(min-width: 75rem) 18rem, (min-width: 64rem) 32vw, 48vw';

interface EntryCardProps {
  entry: EntryCardFacts;
  /** What its owner needs to sort the list; null for others. */
  sorting: Sorting | null;
  loading: 'eager' | 'lazy';
  /** Where it is watched. */
  href: string;
  heading?: 'h2' | 'h3';
}

export interface Sorting {
  listId: number;
  version: number;
  entryCount: number;
  path: string;
}

/** One entry of a list, with its place and note. */
export function EntryCard({ entry, sorting, loading, href, heading: Heading = 'h2' }: EntryCardProps) {
  const { id, position, note, item } = entry;
  const title = entry.title ?? 'A technique';
  return (
    <li className="card" id={`entry-${id}`} data-tier={item?.tier}>
      <div className="card__picture">
        {item?.picture ? (
          <Picture picture={item.picture} shape="4x3" sizes={sizes} loading={loading} />
        ) : (
          <NoPicture />
        )}{' '}
        {item && <CardMarks tier={item.tier} locked={item.locked} />}
      </div>
      <div className="belt" />
      <div className="card__body">
        <Heading className="card__title">
          {`${position}. `}
          {item ? <a href={href}>{title}</a> : title}
        </Heading>
        <p className="soft small">{item ? `by ${item.creator}` : 'Not available'}</p>
        {note && <p className="small as-written">{note}</p>}
        {(item?.seen || item?.watched) && (
          <ul className="card__facts">
            <li>
              {item.seen && <Icon name="check" />}
              {item.seen ? 'Seen' : 'Begun'}
            </li>
          </ul>
        )}
        {sorting && <EntryButtons entry={entry} title={title} {...sorting} />}
      </div>
    </li>
  );
}

function EntryButtons({
  entry: { id, position },
  title,
  listId,
  version,
  entryCount,
  path,
}: Sorting & { entry: EntryCardFacts; title: string }) {
  const address = `/lists/${listId}/entries/${id}`;
  const back = `${path}#entry-${id}`;
  return (
    <div className="card__actions">
      <form method="post" action={`${address}/move`}>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="back" value={back} />
        {position > 1 && (
          <Button name="step" value="up" kind="quiet">
            Up<span className="visually-hidden"> {title}</span>
          </Button>
        )}
        {position < entryCount && (
          <Button name="step" value="down" kind="quiet">
            Down<span className="visually-hidden"> {title}</span>
          </Button>
        )}
      </form>{' '}
      <ButtonLink href={address} kind="quiet" icon="edit" aria-label={`Note and place: ${title}`} />
      <ButtonForm
        action={`${address}/remove`}
        fields={{ back: path }}
        kind="quiet"
        icon="trash"
        aria-label={`Take off the list: ${title}`}
      />
    </div>
  );
}

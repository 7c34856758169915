import { ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { counted } from '../../../ui/number.ts';
import { FollowForm } from '../../community/follows/follow-button.tsx';
import { Share } from '../../library/items/share.tsx';
import { type ListKind, type Visibility, visibilityNames } from './list-terms.ts';

export interface HeadFacts {
  id: number;
  kind: ListKind;
  title: string;
  description: string | null;
  visibility: Visibility;
  linkKey: string | null;
  entryCount: number;
  ownerName: string;
  ownerUsername: string;
  isOfCreator: boolean;
  isOwn: boolean;
}

/** The title of a list, whose it is, and what its viewer can do with it. */
export function ListHead({
  list,
  url,
  path,
  following,
  attempt,
}: {
  list: HeadFacts;
  url: string;
  path: string;
  /** Null for an own list. */
  following: boolean | null;
  /** Names the button that copies; null for a visitor, who signs in first. */
  attempt: string | null;
}) {
  const { id, kind, title, description, visibility, entryCount, isOwn, linkKey } = list;
  const copyFields = {
    back: path,
    ...(visibility === 'link' && linkKey && { key: linkKey }),
    ...(attempt && { attempt }),
  };
  return (
    <header className="stack">
      <h1>{title}</h1>
      <p className="soft">
        {kind === 'course' && 'Course · '}
        {counted(entryCount, 'item')} ·{' '}
        {isOwn ? `Seen by: ${visibilityNames[visibility]}` : <Owner {...list} />}
      </p>
      {description && <p className="lead as-written">{description}</p>}
      <div className="row no-print">
        {isOwn && (
          <>
            <ButtonLink href={`/lists/${id}/edit`} kind="secondary" icon="edit">
              Edit
            </ButtonLink>
            {kind === 'course' && (
              <ButtonLink href={`/lists/${id}/sections`} kind="secondary">
                Sections
              </ButtonLink>
            )}
            <ButtonLink href="/lists" kind="quiet">
              All your lists
            </ButtonLink>
          </>
        )}
        {following !== null && (following || visibility === 'public') && (
          <FollowForm
            action={`/lists/${id}/follow`}
            name={title}
            following={following}
            back={path}
            kind="secondary"
          />
        )}
        <ButtonForm action={`/lists/${id}/copy`} fields={copyFields} kind="quiet" icon="plus">
          Copy
        </ButtonForm>
        {visibility !== 'private' && <Share url={url} title={title} />}
      </div>
    </header>
  );
}

/** A member without published items has no page to link to. */
const Owner = ({ ownerName, ownerUsername, isOfCreator }: HeadFacts) =>
  isOfCreator ? (
    <>
      by <a href={`/creators/${ownerUsername}`}>{ownerName}</a>
    </>
  ) : (
    <>by {ownerName}</>
  );

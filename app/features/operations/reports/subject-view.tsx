import { labelOf } from '../../../domain/content-terms.ts';
import { Callout } from '../../../ui/callout.tsx';
import { momentOf } from '../../../ui/date.ts';
import { Stars } from '../../../ui/figures/stars.tsx';
import { counted } from '../../../ui/number.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Picture } from '../../../ui/pictures/picture.tsx';
import { TierBadge } from '../../library/catalog/tier-badge.tsx';
import { FirstMedia, MoreMedia, mediaParts } from '../../library/items/item-media.tsx';
import type { SubjectNow } from './subject-now.server.ts';

/** The reported subject with its images and videos, in any state. */
export function SubjectView({ subject }: { subject: SubjectNow | null }) {
  if (!subject) return <p className="soft">It was deleted.</p>;
  if (subject.kind === 'content') return <ItemNow {...subject} />;
  if (subject.kind === 'review') return <ReviewNow {...subject} />;
  if (subject.kind === 'message') return <MessageNow {...subject} />;
  if (subject.kind === 'comment') return <CommentNow {...subject} />;
  return <CreatorNow {...subject} />;
}

type Of<Kind> = Extract<SubjectNow, { kind: Kind }>;

function ItemNow({ item, status, address }: Of<'content'>) {
  const { stills, videos } = mediaParts(item.media);
  return (
    <article className="stack">
      <div className="case__media stack">
        <FirstMedia item={item} />
        <MoreMedia item={item} media={[...stills, ...videos]} />
      </div>
      <p className="row">
        <TierBadge tier={item.tier} />
        <a className="tap" href={address}>
          {item.title}
        </a>{' '}
        <span className="soft small">{labelOf(status)}</span>
      </p>
      {item.description && <p className="case__words as-written">{item.description}</p>}
      {item.steps.length > 0 && (
        <ol className="item__steps">
          {item.steps.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      )}
      {item.tags.length > 0 && <p className="soft small">Tags: {item.tags.join(', ')}</p>}
      <p className="soft small">
        {counted(item.views, 'view')}, {counted(item.salesCount, 'sale')}
      </p>
    </article>
  );
}

function ReviewNow({ address, title, reviewer, rating, words, isHidden }: Of<'review'>) {
  return (
    <article className="stack">
      {isHidden && <Callout title="Hidden: only its author sees it" />}
      <p className="row">
        <strong>{reviewer}</strong> <Stars average={rating} />
        <span className="soft small">
          on <a href={address}>{title}</a>
        </span>
      </p>
      {words ? (
        <p className="case__words as-written">{words}</p>
      ) : (
        <p className="soft">Stars without words.</p>
      )}
    </article>
  );
}

function CommentNow({ address, title, name, words, createdAt, isHidden }: Of<'comment'>) {
  return (
    <article className="stack">
      {isHidden && <Callout title="Removed: its words are not shown" />}
      <p>
        <strong>{name}</strong>{' '}
        <span className="soft small">
          on {isHidden ? title : <a href={address}>{title}</a>}, {momentOf(createdAt)}
        </span>
      </p>
      <p className={words === null ? 'soft' : 'case__words as-written'}>
        {words ?? 'Its author has deleted the words.'}
      </p>
    </article>
  );
}

function MessageNow({ senderId, sender, username, words, sentAt, pictures }: Of<'message'>) {
  return (
    <article className="stack">
      <p>
        <strong>{sender}</strong>{' '}
        <span className="soft small">
          @{username}, {momentOf(sentAt)}
        </span>
      </p>
      <p className={words === null ? 'soft' : 'case__words as-written'}>
        {words ?? 'The words went with the account.'}
      </p>
      {pictures.map((picture) => (
        <Picture key={picture.src} picture={picture} />
      ))}
      <p>
        <a className="tap" href={`/admin/users/${senderId}`}>
          Their account, and suspending them
        </a>
      </p>
    </article>
  );
}

function CreatorNow({ id, address, name, username, status, words, publishedItems, avatar }: Of<'creator'>) {
  return (
    <article className="stack">
      <p className="row">
        <Avatar userId={id} imageUrl={avatar} size="large" />
        <span>
          <a href={address}>
            {name} (@{username})
          </a>
          <br />
          <span className="soft small">
            {labelOf(status)}, {counted(publishedItems, 'published item')}
          </span>
        </span>
      </p>
      {words ? (
        <p className="case__words as-written">{words}</p>
      ) : (
        <p className="soft">No words about themselves.</p>
      )}
      <p>
        <a className="tap" href={`/admin/creators/${id}`}>
          Their items and figures, and suspending them
        </a>
      </p>
    </article>
  );
}

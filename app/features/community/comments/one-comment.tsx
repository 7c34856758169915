import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonForm } from '../../../ui/button.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { clockOf } from '../../library/items/step.ts';
import type { CommentedView, CommentView } from './comment-view.server.ts';

const removedTexts = {
  author: 'Deleted by its author.',
  creator: 'Removed by the creator of the technique.',
  admin: 'Removed by Summa, because it broke the guidelines.',
  suspension: 'Hidden while the account of its author is suspended.',
};

interface OneCommentProps {
  comment: CommentView;
  item: CommentedView;
  /** The link that leads to its answers; none on their own page. */
  answers?: ReactNode;
  children?: ReactNode;
}

/** A comment or an answer with what its viewer can do with it; below it `children`, the answers. */
export function OneComment({ comment, item, answers, children }: OneCommentProps) {
  const { id, author, image, text, removedBy } = comment;
  if (!author) {
    return (
      <article className="stack">
        <p className="soft">{removedTexts[removedBy ?? 'author']}</p>
        {answers && <p className="row small">{answers}</p>}
        {children}
      </article>
    );
  }
  return (
    <article className="item__review">
      <Avatar userId={author.id} imageUrl={image} loading="lazy" />
      <Head comment={comment} name={author.name} />
      {comment.isOwn ? (
        <span />
      ) : (
        <a className="tap soft small" href={`/report?comment=${id}`} rel="nofollow" data-dialog="toast">
          Report<span className="visually-hidden"> the comment by {author.name}</span>
        </a>
      )}
      <div className="item__words stack">
        <p className="as-written" dir="auto">
          <At comment={comment} item={item} />
          {text}
        </p>
        <Actions comment={comment} name={author.name}>
          {answers}
        </Actions>
        {children}
      </div>
    </article>
  );
}

function Head({ comment, name }: { comment: CommentView; name: string }) {
  return (
    <div>
      <p className="row">
        <strong>{name}</strong> {comment.isByCreator && <Badge>Creator</Badge>}
        {comment.isPinned && <Badge>Pinned</Badge>}
      </p>
      <p className="soft small">
        <Moment at={comment.createdAt} />
        {comment.isEdited && ', edited'}
      </p>
    </div>
  );
}

/** The moment of the video that the comment is about. */
function At({ comment: { seconds, contentId }, item }: Pick<OneCommentProps, 'comment' | 'item'>) {
  if (seconds === null) return null;
  const words = `At ${clockOf(seconds)}`;
  if (!item.hasVideo) return <span className="soft">{words}: </span>;
  return (
    <>
      <a href={`/content/${contentId}?t=${seconds}#video`} rel="nofollow">
        {words}
      </a>{' '}
    </>
  );
}

function Actions({ comment, name, children }: { comment: CommentView; name: string; children?: ReactNode }) {
  const { id, isOwn, isPinned, mayEdit, mayRemove, mayPin } = comment;
  if (!children && !mayEdit && !mayRemove && !mayPin) return null;
  const which = <span className="visually-hidden"> {isOwn ? 'your comment' : `the comment by ${name}`}</span>;
  return (
    <div className="row small">
      {children}{' '}
      {mayEdit && (
        <a className="tap" href={`/comments/${id}/edit`}>
          Edit{which}
        </a>
      )}{' '}
      {mayRemove && (
        <a className="tap" href={`/comments/${id}/delete`} data-dialog="">
          {isOwn ? 'Delete' : 'Remove'}
          {which}
        </a>
      )}{' '}
      {mayPin && (
        <ButtonForm action={`/comments/${id}/pin`} fields={{ pinned: isPinned ? '0' : '1' }} kind="quiet">
          {isPinned ? 'Unpin' : 'Pin'}
          {which}
        </ButtonForm>
      )}
    </div>
  );
}

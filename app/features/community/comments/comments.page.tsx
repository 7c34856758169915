import { randomUUID } from 'node:crypto';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { memberPage, page, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Empty } from '../../../ui/empty.tsx';
import { counted } from '../../../ui/number.ts';
import { noIndex, pageTags } from '../../../ui/page-tags.ts';
import { Pager } from '../../../ui/pager.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { clockOf, momentIn } from '../../library/items/step.ts';
import { commentSchema } from './comment.schema.ts';
import { CommentForm } from './comment-form.tsx';
import { type CommentedView, type CommentView, commentView, itemView } from './comment-view.server.ts';
import { findCommented } from './commented-item.server.ts';
import { firstReplies, listComments } from './comments.server.ts';
import { OneComment } from './one-comment.tsx';
import { commentsPath } from './paths.ts';
import { writeComment } from './write-comment.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const { id, title } = data.item;
  const description = `Questions and comments on ${title}, with the creator’s answers.`;
  return [
    ...pageTags(matches, { path: commentsPath(id), title: `Comments: ${title}`, description }),
    noIndex,
  ];
};

const pageSize = 20;
/** Further answers are on the comment's own page. */
const answersShown = 3;

export const loader = page(async (scope, { id, url }) => {
  const item = await findCommented(scope, id());
  const at = momentIn(url.searchParams.get('t'));
  return {
    item: itemView(item),
    isOwn: scope.viewer?.id === item.creatorId,
    at: at === null ? null : clockOf(at),
    attempt: randomUUID(),
    // Of a locked item only the number is known.
    ...(item.isOpen ? await shownList(scope, item.id, url) : { comments: null, further: null, start: null }),
  };
});

async function shownList(scope: Parameters<typeof commentView>[0], contentId: number, url: URL) {
  const list = await listComments(scope, contentId, {
    size: pageSize,
    after: url.searchParams.get('after'),
  });
  const answers = await firstReplies(scope, list, answersShown);
  const comments = list.items.map((each) => ({
    ...commentView(scope, each, list.item),
    answers: (answers.get(each.id) ?? []).map((answer) => commentView(scope, answer, list.item)),
  }));
  return { comments, ...forwardLinks(url, list) };
}

export const action = memberPage(async (scope, { context, id, form }) => {
  const { id: written } = await writeComment(scope, id(), await form(commentSchema));
  return seeOther(context, `${commentsPath(id())}#comment-${written}`, toast.success('Your comment is here'));
});

export default function Comments() {
  const { item, isOwn, at, attempt, comments, further, start } = useLoaderData<typeof loader>();
  const here = commentsPath(item.id);
  return (
    <div className="stack stack--loose measure">
      <header className="stack">
        <p>
          <a className="tap" href={`/content/${item.id}`}>
            {item.title}
          </a>
        </p>
        <h1>Questions and comments</h1>
        <p className="soft">
          {item.comments === 0 ? 'None yet' : counted(item.comments, 'comment')}
          {isOwn && (
            <>
              . <a href="/profile/comments">Who may write on your techniques</a>
            </>
          )}
        </p>
      </header>
      {start === null && <CommentForm item={item} here={here} attempt={attempt} at={at} />}
      {comments && <List comments={comments} item={item} />}
      <Pager older={further} newer={start} words={{ older: 'Older', newer: 'Newest' }} />
    </div>
  );
}

function List({
  comments,
  item,
}: {
  comments: readonly (CommentView & { answers: CommentView[] })[];
  item: CommentedView;
}) {
  if (comments.length === 0) {
    return (
      <Empty
        icon="comment"
        title="No comments yet"
        text={`Ask ${item.creator} what you want to know, or say what helped you.`}
      />
    );
  }
  return (
    <ul className="ruled">
      {comments.map((comment) => (
        <li key={comment.id} id={`comment-${comment.id}`}>
          <OneComment comment={comment} item={item} answers={<ToAnswers comment={comment} item={item} />}>
            {comment.answers.length > 0 && (
              <ul className="stack">
                {comment.answers.map((answer) => (
                  <li key={answer.id} id={`comment-${answer.id}`}>
                    <OneComment comment={answer} item={item} />
                  </li>
                ))}
              </ul>
            )}
          </OneComment>
        </li>
      ))}
    </ul>
  );
}

function ToAnswers({ comment, item }: { comment: CommentView; item: CommentedView }) {
  const hasMore = comment.replies > answersShown;
  const mayAnswer = item.may === 'yes' && comment.author !== null;
  if (!hasMore && !mayAnswer) return null;
  return (
    <a className="tap" href={`/comments/${comment.id}`} rel="nofollow">
      {hasMore ? `All ${counted(comment.replies, 'answer')}` : 'Answer'}
      <span className="visually-hidden"> to {comment.author?.name ?? 'this'}</span>
    </a>
  );
}

import { randomUUID } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { memberPage, page, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { ButtonForm } from '../../../ui/button.tsx';
import { noIndex, pageTags } from '../../../ui/page-tags.ts';
import { Pager } from '../../../ui/pager.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { commentSchema } from './comment.schema.ts';
import { CommentForm } from './comment-form.tsx';
import { commentView, itemView } from './comment-view.server.ts';
import { findComment, listReplies } from './comments.server.ts';
import { OneComment } from './one-comment.tsx';
import { commentsPath, repliesShown, replyPath } from './paths.ts';
import { writeComment } from './write-comment.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const title = `A comment on ${data.item.title}`;
  const path = `/comments/${data.comment.id}`;
  return [...pageTags(matches, { path, title, description: `${title}, and its answers.` }), noIndex];
};

export const loader = page(async (scope, { longId, url }) => {
  const id = longId();
  const list = await listReplies(scope, id, {
    size: repliesShown,
    after: url.searchParams.get('after'),
  });
  const { comment, item } = list;
  if (comment.parentId !== null) {
    const parent = await findComment(scope, comment.parentId);
    throw redirect(replyPath(parent.comment, id), 303);
  }
  return {
    item: itemView(item),
    comment: commentView(scope, comment, item),
    answers: list.items.map((each) => commentView(scope, each, item)),
    attempt: randomUUID(),
    isSignedIn: scope.viewer !== null,
    ...forwardLinks(url, list),
  };
});

export const action = memberPage(async (scope, { context, longId, form }) => {
  const input = await form(commentSchema);
  const { item } = await findComment(scope, longId());
  const { id } = await writeComment(scope, item.id, { ...input, parentId: longId() });
  const { comment } = await findComment(scope, longId());
  return seeOther(context, replyPath(comment, id), toast.success('Your answer is here'));
});

export default function Thread() {
  const { item, comment, answers, attempt, isSignedIn, further, start } = useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose measure">
      <header className="stack">
        <p>
          <a className="tap" href={commentsPath(item.id)}>
            All comments on {item.title}
          </a>
        </p>
        <h1 className="as-h2">A comment and its answers</h1>
      </header>
      <div id={`comment-${comment.id}`}>
        <OneComment comment={comment} item={item} />
      </div>
      {comment.author && !comment.isOwn && isSignedIn && (
        <ButtonForm
          action={`/messages/${comment.author.username}/block`}
          fields={{ blocked: '1', back: commentsPath(item.id) }}
          kind="quiet"
        >
          Block {comment.author.name}
        </ButtonForm>
      )}
      {answers.length > 0 && (
        <section className="stack" aria-labelledby="answers">
          <h2 id="answers" className="as-h3">
            Answers
          </h2>
          <ul className="ruled">
            {answers.map((answer) => (
              <li key={answer.id} id={`comment-${answer.id}`}>
                <OneComment comment={answer} item={item} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Pager older={further} newer={start} words={{ older: 'More answers', newer: 'First answers' }} />
      {comment.author && (
        <CommentForm item={item} here={`/comments/${comment.id}`} attempt={attempt} isAnswer />
      )}
    </div>
  );
}

import { useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { clockOf } from '../../library/items/step.ts';
import { editSchema } from './comment.schema.ts';
import { EditForm } from './comment-form.tsx';
import { itemView } from './comment-view.server.ts';
import { commentsPath } from './paths.ts';
import { editableComment, editComment } from './write-comment.server.ts';

export const meta = () => [{ title: 'Edit a comment | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope, { longId }) => {
  const { comment, item } = await editableComment(scope, longId());
  return {
    id: comment.id,
    text: comment.text ?? '',
    at: comment.seconds === null ? null : clockOf(comment.seconds),
    item: itemView(item),
    back: `${commentsPath(item.id)}#comment-${comment.id}`,
  };
});

export const action = memberPage(async (scope, { context, longId, form }) => {
  const { item } = await editableComment(scope, longId());
  const { text, seconds = null } = await form(editSchema);
  await editComment(scope, longId(), { text, seconds });
  return seeOther(context, `${commentsPath(item.id)}#comment-${longId()}`, toast.success('Comment changed'));
});

export default function EditComment() {
  const { id, text, at, item, back } = useLoaderData<typeof loader>();
  return (
    <DialogPage title="Edit your comment">
      <EditForm here={`/comments/${id}/edit`} item={item} text={text} at={at}>
        <div className="form__actions">
          <Button kind="primary" pending="Saving...">
            Save
          </Button>
          <ButtonLink kind="secondary" href={back}>
            Cancel
          </ButtonLink>
        </div>
      </EditForm>
    </DialogPage>
  );
}

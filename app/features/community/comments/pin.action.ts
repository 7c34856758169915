import { Refused } from '../../../errors.ts';
import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { pinSchema } from './comment.schema.ts';
import { commentsPath } from './paths.ts';
import { pinComment } from './pin-comment.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { longId, fields }) => {
  const wanted = pinSchema.safeParse({ pinned: (await fields()).get('pinned') });
  if (!wanted.success) throw new Refused('Please press the button again.', { status: 400 });
  const { pinned } = wanted.data;
  const { contentId } = await pinComment(scope, longId(), pinned);
  return {
    to: commentsPath(contentId),
    toast: toast.success(pinned ? 'Pinned above the others' : 'No longer pinned'),
    data: { pinned },
  };
});

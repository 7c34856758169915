import { memberButton, noPage, pressAgain } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { pinSchema } from './comment.schema.ts';
import { commentsPath } from './paths.ts';
import { pinComment } from './pin-comment.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { longId, input }) => {
  const { pinned } = await input(pinSchema, pressAgain);
  const { contentId } = await pinComment(scope, longId(), pinned);
  return {
    to: commentsPath(contentId),
    toast: toast.success(pinned ? 'Pinned above the others' : 'No longer pinned'),
    data: { pinned },
  };
});

import { useLoaderData } from '@remix-run/react';
import { NotFound } from '../../../errors.ts';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import type { MemberScope } from '../../../scope.ts';
import { ConfirmPage } from '../../../ui/dialog-page.tsx';
import { usePostedErrors } from '../../../ui/posted-form.tsx';
import { nothingSchema } from '../../identity/accounts/account.schema.ts';
import { findCommented } from './commented-item.server.ts';
import { commentsPath } from './paths.ts';
import { removableComment, removeComment } from './remove-comment.server.ts';

export const meta = () => [{ title: 'Remove a comment | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope, { longId }) => {
  const { contentId, memberId, name, replies } = await removableComment(scope, longId());
  return { back: await pageAfter(scope, contentId), isOwn: memberId === scope.viewer.id, name, replies };
});

export const action = memberPage(async (scope, { context, longId, form }) => {
  await form(nothingSchema);
  const { contentId } = await removeComment(scope, longId());
  return seeOther(context, await pageAfter(scope, contentId), toast.success('Comment removed'));
});

/** The comments of an item that was taken down have no page. */
const pageAfter = (scope: MemberScope, contentId: number) =>
  findCommented(scope, contentId).then(
    () => commentsPath(contentId),
    (error) => {
      if (error instanceof NotFound) return '/dashboard';
      throw error;
    },
  );

export default function DeleteComment() {
  const { back, isOwn, name, replies } = useLoaderData<typeof loader>();
  const stays = replies > 0 ? ' Its answers stay.' : '';
  return (
    <ConfirmPage
      errors={usePostedErrors()}
      title={isOwn ? 'Delete your comment' : 'Remove this comment'}
      text={
        isOwn
          ? `Delete your comment for good?${stays}`
          : `Remove the comment by ${name}? They are not notified.${stays}`
      }
      confirm={isOwn ? 'Delete' : 'Remove'}
      cancel={back}
    />
  );
}

import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { adminPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { ConfirmPage } from '../../../ui/dialog-page.tsx';
import { usePostedErrors } from '../../../ui/posted-form.tsx';
import { nothingSchema } from '../../identity/accounts/account.schema.ts';
import { deletableItem, deleteContent } from './delete-content.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Delete ${data?.title ?? 'content'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async (scope, { id }) => {
  const { title, sales, creatorId, creatorUsername } = await deletableItem(scope, id());
  return { title, isSold: sales > 0, creatorId, creatorUsername };
});

export const action = adminPage(async (scope, { context, id, form }) => {
  await form(nothingSchema);
  const { creatorId } = await deletableItem(scope, id());
  await deleteContent(scope, id());
  return seeOther(context, `/admin/creators/${creatorId}`, toast.success('Content deleted successfully'));
});

export default function AdminDelete() {
  const { title, isSold, creatorId, creatorUsername } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      errors={usePostedErrors()}
      title="Delete content"
      text={`Delete '${title}' by @${creatorUsername}? This cannot be undone.${isSold ? ' People who bought it keep it.' : ''}`}
      confirm="Delete"
      cancel={`/admin/creators/${creatorId}`}
    />
  );
}

import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { ConfirmPage } from '../../../ui/dialog-page.tsx';
import { usePostedErrors } from '../../../ui/posted-form.tsx';
import { nothingSchema } from '../../identity/accounts/account.schema.ts';
import { deletableItem, deleteContent } from './delete-content.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Delete ${data?.title ?? 'content'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { id }) => {
  const { title, sales } = await deletableItem(scope, id());
  return { id: id(), title, isSold: sales > 0 };
});

export const action = memberPage(async (scope, { context, id, form }) => {
  await form(nothingSchema);
  const { creatorId } = await deletableItem(scope, id());
  await deleteContent(scope, id());
  const list = creatorId === scope.viewer.id ? '/studio/content' : '/dashboard';
  return seeOther(context, list, toast.success('Content deleted successfully'));
});

export default function Delete() {
  const { id, title, isSold } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      errors={usePostedErrors()}
      title="Delete content"
      text={`Delete '${title}'? This cannot be undone.${isSold ? ' People who bought it keep it.' : ''}`}
      confirm="Delete"
      cancel={`/content/${id}`}
    />
  );
}

import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { ConfirmPage } from '../../../ui/dialog-page.tsx';
import { usePostedErrors } from '../../../ui/posted-form.tsx';
import { nothingSchema } from '../../identity/accounts/account.schema.ts';
import { findOwnList } from './access.server.ts';
import { deleteList } from './lists.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Delete ${data?.title ?? 'a list'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { id }) => {
  const { title } = await findOwnList(scope, id());
  return { id: id(), title };
});

export const action = memberPage(async (scope, { context, id, form }) => {
  await form(nothingSchema);
  await deleteList(scope, id());
  return seeOther(context, '/lists', toast.success('List deleted'));
});

export default function DeleteList() {
  const { id, title } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      errors={usePostedErrors()}
      title="Delete the list"
      text={`Delete “${title}” with its order and notes? The techniques themselves stay. This cannot be undone.`}
      confirm="Delete"
      cancel={`/lists/${id}`}
    />
  );
}

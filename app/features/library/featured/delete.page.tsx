import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { adminPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { ConfirmPage } from '../../../ui/dialog-page.tsx';
import { usePostedErrors } from '../../../ui/posted-form.tsx';
import { nothingSchema } from '../../identity/accounts/account.schema.ts';
import { deleteFeatured, findFeatured } from './manage-featured.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Delete ${data?.title ?? 'Featured Content'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async (scope, { id }) => {
  const { title, isActive } = await findFeatured(scope, id());
  return { title, isActive };
});

export const action = adminPage(async (scope, { context, id, form }) => {
  await form(nothingSchema);
  await deleteFeatured(scope, id());
  return seeOther(context, '/admin/featured', toast.success('Featured content deleted successfully'));
});

export default function DeleteFeatured() {
  const { title, isActive } = useLoaderData<typeof loader>();
  const softer = isActive ? ' To hide it for a while, edit it and untick Active.' : '';
  return (
    <ConfirmPage
      errors={usePostedErrors()}
      title="Delete featured content"
      text={`Delete '${title}'? This cannot be undone; a linked item stays.${softer}`}
      confirm="Delete"
      cancel="/admin/featured"
    />
  );
}

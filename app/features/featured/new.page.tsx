import { useLoaderData } from '@remix-run/react';
import { adminPage, parseForm, seeOther } from '../../http/page.server.ts';
import { toast } from '../../http/toast.ts';
import { waitingPictures } from '../uploads/waiting-picture.server.ts';
import { newFeatured } from './featured.schema.ts';
import { FeaturedForm } from './featured-form.tsx';
import { dropUnwanted, receivePicture } from './featured-picture.server.ts';
import { emptyCard, formValues } from './form-values.ts';
import { createFeatured } from './manage-featured.server.ts';

export const meta = () => [
  { title: 'Create Featured Content | Summa' },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async (scope) => ({ waiting: await waitingPictures(scope) }));

export const action = adminPage(async (scope, page) => {
  const sent = await page.files();
  const { picture, wrong } = await receivePicture(scope, sent);
  await createFeatured(scope, parseForm(sent.fields, newFeatured, wrong), picture);
  await dropUnwanted(scope, sent.fields);
  return seeOther(page.context, '/admin/featured', toast.success('Featured content created successfully'));
});

export default function NewFeatured() {
  const { waiting } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1>Create Featured Content</h1>
      <FeaturedForm action="/admin/featured/new" values={formValues(emptyCard)} waiting={waiting} />
    </div>
  );
}

import { randomUUID } from 'node:crypto';
import { useLoaderData } from '@remix-run/react';
import { adminPage, parseForm, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { pictureFormBytes } from '../../../http/uploads/multipart.server.ts';
import { pendingPictures } from '../../core/uploads/pending-picture.server.ts';
import { attemptOf } from '../authoring/publish-once.server.ts';
import { newFeatured } from './featured.schema.ts';
import { FeaturedForm } from './featured-form.tsx';
import { dropUnwanted, receivePicture } from './featured-picture.server.ts';
import { emptyCard, formValues } from './form-values.ts';
import { linkableItems } from './linkable-items.server.ts';
import { createFeatured } from './manage-featured.server.ts';

export const meta = () => [
  { title: 'Create Featured Content | Summa' },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async (scope, { url }) => ({
  waiting: await pendingPictures(scope),
  attempt: randomUUID(),
  items: await linkableItems(scope, { find: url.searchParams.get('find') ?? '', linkedTo: null }),
}));

export const action = adminPage(async (scope, page) => {
  const sent = await page.files(newFeatured, 'upload', pictureFormBytes(1));
  const attempt = await attemptOf(sent);
  const { picture, wrong } = await receivePicture(scope, sent);
  await createFeatured(scope, parseForm(sent.fields, newFeatured, wrong), picture, attempt);
  await dropUnwanted(scope, sent.fields);
  return seeOther(page.context, '/admin/featured', toast.success('Featured content created successfully'));
});

export default function NewFeatured() {
  const { waiting, attempt, items } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1>Create Featured Content</h1>
      <FeaturedForm
        action="/admin/featured/new"
        values={formValues(emptyCard)}
        waiting={waiting}
        attempt={attempt}
        items={items}
      />
    </div>
  );
}

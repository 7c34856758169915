import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { adminPage, parseForm, seeOther } from '../../http/page.server.ts';
import { toast } from '../../http/toast.ts';
import { stampOf } from '../admin/unchanged.server.ts';
import { waitingPictures } from '../uploads/waiting-picture.server.ts';
import featuredCss from './featured.css?url';
import { editedFeatured } from './featured.schema.ts';
import { ownPicture } from './featured.server.ts';
import { FeaturedForm } from './featured-form.tsx';
import { dropUnwanted, receivePicture } from './featured-picture.server.ts';
import { formValues } from './form-values.ts';
import { changeFeatured, factsOf, findFeatured } from './manage-featured.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.values.title ?? 'Featured Content'} | Summa` },
  { name: 'robots', content: 'noindex' },
];
export const links = () => [{ rel: 'stylesheet', href: featuredCss }];

export const loader = adminPage(async (scope, { id }) => {
  const card = await findFeatured(scope, id());
  return {
    id: card.id,
    values: formValues(card),
    seen: stampOf(factsOf(card)),
    picture: ownPicture(scope, card),
    hasOwnPicture: card.media !== null,
    waiting: await waitingPictures(scope),
  };
});

export const action = adminPage(async (scope, page) => {
  const id = page.id();
  const stands = formValues(await findFeatured(scope, id));
  const sent = await page.files();
  const { picture, wrong } = await receivePicture(scope, sent);
  // What a form does not have stays as it is; only an empty field empties.
  for (const [name, value] of Object.entries(stands)) {
    if (!sent.fields.has(name)) sent.fields.set(name, value);
  }
  await changeFeatured(scope, id, parseForm(sent.fields, editedFeatured, wrong), picture);
  await dropUnwanted(scope, sent.fields);
  return seeOther(page.context, '/admin/featured', toast.success('Featured content updated successfully'));
});

export default function EditFeatured() {
  const { id, ...card } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1>Edit Featured Content</h1>
      <FeaturedForm action={`/admin/featured/${id}/edit`} {...card} />
    </div>
  );
}

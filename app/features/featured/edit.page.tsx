import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { joinedToast, seenOf, withMeanwhile } from '../../http/meanwhile.server.ts';
import { adminPage, parseForm, seeOther } from '../../http/page.server.ts';
import { toast } from '../../http/toast.ts';
import { waitingPictures } from '../uploads/waiting-picture.server.ts';
import featuredCss from './featured.css?url';
import { editedFeatured } from './featured.schema.ts';
import { ownPicture } from './featured.server.ts';
import { FeaturedForm } from './featured-form.tsx';
import { dropUnwanted, receivePicture } from './featured-picture.server.ts';
import { formValues } from './form-values.ts';
import { changeFeatured, findFeatured } from './manage-featured.server.ts';

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
    seen: seenOf(formValues(card)),
    seenPicture: card.imageKey ?? '',
    picture: ownPicture(scope, card),
    hasOwnPicture: card.media !== null,
    waiting: await waitingPictures(scope),
  };
});

export const action = adminPage(async (scope, page) => {
  const id = page.id();
  const card = await findFeatured(scope, id);
  const stands = formValues(card);
  const sent = await page.files();
  const { picture, wrong } = await receivePicture(scope, sent);
  // What a form does not have stays as it is; only an empty field empties.
  for (const [name, value] of Object.entries(stands)) {
    if (!sent.fields.has(name)) sent.fields.set(name, value);
  }
  if (picture && (sent.fields.get('seenPicture') ?? card.imageKey ?? '') !== (card.imageKey ?? '')) {
    wrong.image = ['The picture was changed meanwhile. Save again to replace it by yours.'];
  }
  const { told, isJoined } = withMeanwhile(sent.fields, stands);
  const patch = parseForm(sent.fields, editedFeatured, { ...told, ...wrong });
  await changeFeatured(scope, id, patch, picture);
  await dropUnwanted(scope, sent.fields);
  const saved = toast.success('Featured content updated successfully');
  return seeOther(page.context, '/admin/featured', joinedToast(saved, isJoined));
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

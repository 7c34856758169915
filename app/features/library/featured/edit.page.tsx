import { json } from '@remix-run/node';
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react';
import { NotFound, Refused } from '../../../errors.ts';
import {
  loadedValues,
  mergeConcurrentEdit,
  mergedToast,
  snapshotFields,
} from '../../../http/pages/edit-conflicts.server.ts';
import { adminPage, parseForm, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { pictureFormBytes } from '../../../http/uploads/multipart.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { pendingPictures } from '../../core/uploads/pending-picture.server.ts';
import { editedFeatured } from './featured.schema.ts';
import { type FeaturedRow, ownPicture } from './featured.server.ts';
import { FeaturedForm } from './featured-form.tsx';
import { dropUnwanted, receivePicture } from './featured-picture.server.ts';
import { emptyCard, formValues } from './form-values.ts';
import { linkableItems } from './linkable-items.server.ts';
import { changeFeatured, findFeatured } from './manage-featured.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.id ? data.values.title : 'Featured Content'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async (scope, { id, url }) => {
  const find = url.searchParams.get('find') ?? '';
  const waiting = await pendingPictures(scope);
  const card = await findFeatured(scope, id()).catch(orNull);
  // The form still shows what an admin typed while the card was deleted.
  if (!card) {
    const items = await linkableItems(scope, { find, linkedTo: null });
    return json({ id: null, waiting, items }, { status: 404 });
  }
  const values = formValues(card);
  return json({
    id: card.id,
    values,
    seen: loadedValues(values),
    seenPicture: card.imageKey ?? '',
    picture: ownPicture(scope, card),
    hasOwnPicture: card.media !== null,
    waiting,
    items: await linkableItems(scope, { find, linkedTo: card.contentId }),
  });
});

export const action = adminPage(async (scope, page) => {
  const id = page.id();
  const sent = await page.files(editedFeatured, 'upload', pictureFormBytes(1));
  const { picture, wrong } = await receivePicture(scope, sent);
  const putBack = snapshotFields(sent.fields);
  let isMerged = false;
  const ask = (card: FeaturedRow) => {
    putBack();
    const current = formValues(card);
    // A field missing from the form stays as it is; only an empty one is cleared.
    for (const [name, value] of Object.entries(current)) {
      if (!sent.fields.has(name)) sent.fields.set(name, value);
    }
    if (picture && (sent.fields.get('seenPicture') ?? card.imageKey ?? '') !== (card.imageKey ?? '')) {
      wrong.image = ['The picture has been changed in the meantime. Save again to replace it with yours.'];
    }
    const meanwhile = mergeConcurrentEdit(sent.fields, current);
    isMerged = meanwhile.isMerged;
    return parseForm(sent.fields, editedFeatured, { ...meanwhile.conflicts, ...wrong });
  };
  await changeFeatured(scope, id, ask, picture).catch((error) => {
    if (!(error instanceof NotFound) || !sent.fields.has('seen')) throw error;
    throw new Refused('This card has been deleted in the meantime. Save to create it again.', {
      cause: error,
    });
  });
  await dropUnwanted(scope, sent.fields);
  const saved = toast.success('Featured content updated successfully');
  return seeOther(page.context, '/admin/featured', mergedToast(saved, isMerged));
});

function orNull(error: unknown) {
  if (error instanceof NotFound) return null;
  throw error;
}

export default function EditFeatured() {
  const card = useLoaderData<typeof loader>();
  const isPosted = useActionData() !== undefined;
  if (card.id === null && !isPosted) {
    return (
      <Empty title="This card no longer exists" text="It has been deleted." heading="h1" icon="star">
        <ButtonLink href="/admin/featured">All featured content</ButtonLink>
      </Empty>
    );
  }
  return (
    <div className="stack">
      <h1>Edit Featured Content</h1>
      {card.id === null ? (
        <FeaturedForm action="/admin/featured/new" values={formValues(emptyCard)} {...card} />
      ) : (
        <FeaturedForm action={`/admin/featured/${card.id}/edit`} {...card} />
      )}
    </div>
  );
}

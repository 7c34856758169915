import { type MetaFunction, useLoaderData } from '@remix-run/react';
import {
  loadedValues,
  mergeConcurrentEdit,
  mergedToast,
  snapshotFields,
} from '../../../http/pages/edit-conflicts.server.ts';
import { memberPage, parseForm, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { ButtonLink, SaveOrCancel } from '../../../ui/button.tsx';
import { findOwnList } from './access.server.ts';
import { listSchema } from './list.schema.ts';
import { ListForm, type ListValues } from './list-form.tsx';
import { editList } from './lists.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.values.title ?? 'a list'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

const valuesOf = (list: {
  kind: string;
  title: string;
  description: string | null;
  visibility: string;
}): ListValues => ({
  kind: list.kind,
  title: list.title,
  description: list.description ?? '',
  visibility: list.visibility,
});

export const loader = memberPage(async (scope, { id }) => {
  const values = valuesOf(await findOwnList(scope, id()));
  return { id: id(), values, seen: loadedValues(values), isCreator: scope.viewer.hasContent };
});

export const action = memberPage(async (scope, page) => {
  const fields = await page.fields();
  const putBack = snapshotFields(fields);
  let isMerged = false;
  await editList(scope, page.id(), (current) => {
    putBack();
    const values = valuesOf(current);
    // A field missing from the form stays as it is; only an empty one is cleared.
    for (const [name, value] of Object.entries(values)) if (!fields.has(name)) fields.set(name, value);
    const meanwhile = mergeConcurrentEdit(fields, values);
    isMerged = meanwhile.isMerged;
    return parseForm(fields, listSchema, meanwhile.conflicts);
  });
  return seeOther(page.context, `/lists/${page.id()}`, mergedToast(toast.success('List saved'), isMerged));
});

export default function EditList() {
  const { id, values, seen, isCreator } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <h1>Edit the list</h1>
      <ListForm action={`/lists/${id}/edit`} values={values} seen={seen} mayBeCourse={isCreator}>
        <SaveOrCancel cancel={`/lists/${id}`}>
          <ButtonLink href={`/lists/${id}/delete`} kind="quiet" icon="trash" data-dialog="">
            Delete the list
          </ButtonLink>
        </SaveOrCancel>
      </ListForm>
    </div>
  );
}

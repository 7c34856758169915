import { type MetaFunction, useLoaderData } from '@remix-run/react';
import {
  loadedValues,
  mergeConcurrentEdit,
  mergedToast,
  snapshotFields,
} from '../../../http/pages/edit-conflicts.server.ts';
import { memberPage, parseForm, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { SaveOrCancel } from '../../../ui/button.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Field, Select, TextArea } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { findOwnList } from './access.server.ts';
import { type CurrentEntry, editEntry } from './entries.server.ts';
import { findEntry } from './entry-list.server.ts';
import { entryFormSchema } from './list.schema.ts';
import { listLimits } from './list-terms.ts';
import { sectionsOf } from './sections/sections.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? 'An entry'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

const valuesOf = ({ note, position, sectionId, isCover }: CurrentEntry) => ({
  note: note ?? '',
  position: String(position),
  section: String(sectionId ?? 0),
  cover: isCover ? 'yes' : 'no',
});

export const loader = memberPage(async (scope, { id, longId }) => {
  const list = await findOwnList(scope, id());
  const entry = await findEntry(scope, list, longId('entryId'));
  const values = valuesOf({ ...entry, isCover: entry.card !== null && entry.card.id === list.coverId });
  return {
    id: entry.id,
    listId: list.id,
    listTitle: list.title,
    entryCount: list.entryCount,
    isCourse: list.kind === 'course',
    sections: await sectionsOf(scope.em, list.id),
    title: entry.title ?? 'A technique',
    values,
    seen: loadedValues(values),
  };
});

export const action = memberPage(async (scope, page) => {
  const [fields, listId] = [await page.fields(), page.id()];
  const putBack = snapshotFields(fields);
  let isMerged = false;
  await editEntry(scope, { listId, entryId: page.longId('entryId') }, (current) => {
    putBack();
    const values = valuesOf(current);
    for (const [name, value] of Object.entries(values)) if (!fields.has(name)) fields.set(name, value);
    const meanwhile = mergeConcurrentEdit(fields, values);
    isMerged = meanwhile.isMerged;
    return parseForm(fields, entryFormSchema, meanwhile.conflicts);
  });
  return seeOther(page.context, `/lists/${listId}`, mergedToast(toast.success('Entry saved'), isMerged));
});

export default function Entry() {
  const { id, listId, listTitle, entryCount, isCourse, sections, title, values, seen } =
    useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(entryFormSchema, { id: 'entry', defaultValue: values });
  return (
    <DialogPage title={title}>
      <p className="soft">On your list “{listTitle}”.</p>
      <form {...form} action={`/lists/${listId}/entries/${id}`} className="form">
        <ErrorSummary errors={errors} title="Not saved yet" />
        <input type="hidden" name="seen" value={seen} />
        <TextArea
          {...control('note')}
          label="Note (optional)"
          hint="Everyone who may see the list sees it too."
          most={listLimits.noteLength}
        />
        <Field
          {...control('position')}
          label={`Place, from 1 to ${entryCount}`}
          inputMode="numeric"
          autoComplete="off"
        />
        {sections.length > 0 && (
          <Select
            {...control('section')}
            label="Section"
            options={[
              { value: '0', label: 'Before the first section' },
              ...sections.map((section) => ({ value: String(section.id), label: section.title })),
            ]}
          />
        )}
        {isCourse && (
          <Select
            {...control('cover')}
            label="Cover of the course"
            options={[
              { value: 'no', label: 'Another picture' },
              { value: 'yes', label: 'The picture of this technique' },
            ]}
          />
        )}
        <SaveOrCancel cancel={`/lists/${listId}`} />
      </form>
    </DialogPage>
  );
}

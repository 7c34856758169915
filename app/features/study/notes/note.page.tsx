import { useLoaderData } from '@remix-run/react';
import { loadedValues, mergeConcurrentEdit, mergedToast } from '../../../http/pages/edit-conflicts.server.ts';
import { memberPage, parseForm, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { SaveOrCancel } from '../../../ui/button.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { clockOf } from '../../library/items/step.ts';
import { momentOfForm, noteFormSchema } from './note.schema.ts';
import { NoteFields } from './note-fields.tsx';
import { changeNote, findNote, pageOfNote } from './notes.server.ts';

export const meta = () => [{ title: 'Edit note | Summa' }, { name: 'robots', content: 'noindex' }];

const valuesOf = ({ seconds, text }: { seconds: number | null; text: string }) => ({
  at: seconds === null ? '' : clockOf(seconds),
  text,
});

export const loader = memberPage(async (scope, { longId }) => {
  const note = await findNote(scope, longId());
  const values = valuesOf(note);
  return { ...note, page: await pageOfNote(scope, note), values, seen: loadedValues(values) };
});

export const action = memberPage(async (scope, { context, longId, fields }) => {
  const sent = await fields();
  const { conflicts, isMerged } = mergeConcurrentEdit(sent, valuesOf(await findNote(scope, longId())));
  const { at, text } = parseForm(sent, noteFormSchema, conflicts);
  const note = await changeNote(scope, longId(), { seconds: momentOfForm(at), text });
  return seeOther(context, await pageOfNote(scope, note), mergedToast(toast.success('Note saved'), isMerged));
});

export default function EditNote() {
  const note = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(noteFormSchema, {
    id: 'note',
    defaultValue: note.values,
  });
  return (
    <DialogPage title="Edit note">
      <p>
        <strong>{note.title}</strong>
      </p>
      <form {...form} action={`/notebook/${note.id}`} className="form">
        <input type="hidden" name="seen" value={note.seen} />
        <ErrorSummary errors={errors} />
        <NoteFields control={control} hasVideo />
        <SaveOrCancel cancel={note.page} />
      </form>
    </DialogPage>
  );
}

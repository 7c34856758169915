import { useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { SaveOrCancel } from '../../../ui/button.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { clockOf } from '../../library/items/step.ts';
import { momentOfForm, noteFormSchema } from './note.schema.ts';
import { NoteFields } from './note-fields.tsx';
import { changeNote, findNote } from './notes.server.ts';

export const meta = () => [{ title: 'Edit note | Summa' }, { name: 'robots', content: 'noindex' }];

const pageOf = ({ id, contentId }: { id: number; contentId: number | null }) =>
  contentId === null ? '/notebook' : `/content/${contentId}/study#note-${id}`;

export const loader = memberPage(async (scope, { longId }) => {
  const note = await findNote(scope, longId());
  return { ...note, page: pageOf(note) };
});

export const action = memberPage(async (scope, { context, longId, form }) => {
  const { at, text } = await form(noteFormSchema);
  const note = await changeNote(scope, longId(), { seconds: momentOfForm(at), text });
  return seeOther(context, pageOf(note), toast.success('Note saved'));
});

export default function EditNote() {
  const note = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(noteFormSchema, {
    id: 'note',
    defaultValue: { at: note.seconds === null ? '' : clockOf(note.seconds), text: note.text },
  });
  return (
    <DialogPage title="Edit note">
      <p>
        <strong>{note.title}</strong>
      </p>
      <form {...form} action={`/notebook/${note.id}`} className="form">
        <ErrorSummary errors={errors} />
        <NoteFields control={control} hasVideo />
        <SaveOrCancel cancel={note.page} />
      </form>
    </DialogPage>
  );
}

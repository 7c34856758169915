import { useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { ConfirmPage } from '../../../ui/dialog-page.tsx';
import { usePostedErrors } from '../../../ui/posted-form.tsx';
import { nothingSchema } from '../../identity/accounts/account.schema.ts';
import { deleteNote, findNote, pageOfNote } from './notes.server.ts';

export const meta = () => [{ title: 'Delete note | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope, { longId }) => {
  const note = await findNote(scope, longId());
  return { page: await pageOfNote(scope, note), text: note.text };
});

export const action = memberPage(async (scope, { context, longId, form }) => {
  await form(nothingSchema);
  await deleteNote(scope, longId());
  return seeOther(context, '/notebook', toast.success('Note deleted'));
});

export default function DeleteNote() {
  const { page, text } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      errors={usePostedErrors()}
      title="Delete note"
      text={`Delete '${text.length > 80 ? `${text.slice(0, 80)}…` : text}'? This cannot be undone.`}
      confirm="Delete"
      cancel={page}
    />
  );
}

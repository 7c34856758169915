import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { removeEntry } from './entries.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { id, longId }) => {
  await removeEntry(scope, id(), longId('entryId'));
  return { toast: toast.success('Taken off the list') };
});

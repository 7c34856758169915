import { memberButton, noPage } from '../../../../http/pages/button.server.ts';
import { toast } from '../../../../http/pages/toast.ts';
import { listOfItemsSchema } from '../list.schema.ts';
import { listOfItems } from './copy-list.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { input }) => {
  const made = await listOfItems(scope, await input(listOfItemsSchema));
  return { to: `/lists/${made}`, toast: toast.success('Saved as a list', 'Only you see it.') };
});

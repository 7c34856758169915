import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { forgetItem } from './history.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { id }) => {
  await forgetItem(scope, id());
  return { toast: toast.info('Taken out of your history') };
});

import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { cancelEmailChange } from './email-change.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope) => {
  await cancelEmailChange(scope);
  return { toast: toast.success('Your email has not changed') };
});

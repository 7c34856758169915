import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { sendLinkAgain } from './email-change.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope) => {
  const to = await sendLinkAgain(scope);
  return { toast: toast.success('Check your inbox', `We sent a link to ${to}.`) };
});

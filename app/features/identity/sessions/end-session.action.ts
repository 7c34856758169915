import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { endOwnSession } from './sessions.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { longId }) => {
  await endOwnSession(scope, longId());
  return { to: '/account/security', toast: toast.success('Signed out there') };
});

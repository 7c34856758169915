import { adminButton, noAdminPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { reinstate } from './account-status.server.ts';

export const loader = noAdminPage;

export const action = adminButton(async (scope, { id }) => {
  await reinstate(scope, id());
  const text = 'They can sign in again, and what they published is back.';
  return { to: `/admin/creators/${id()}`, toast: toast.success('Reinstated', text) };
});

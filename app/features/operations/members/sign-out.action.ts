import { adminButton, noAdminPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { signOutEverywhere } from './account-status.server.ts';

export const loader = noAdminPage;

export const action = adminButton(async (scope, { id }) => {
  await signOutEverywhere(scope, id());
  return { to: `/admin/users/${id()}`, toast: toast.success('Signed out everywhere') };
});

import { adminButton, noAdminPage } from '../../http/button.server.ts';
import { toast } from '../../http/toast.ts';
import { signOutEverywhere } from './standing.server.ts';

export const loader = noAdminPage;

/** Ends all sessions of a member. */
export const action = adminButton(async (scope, { id }) => {
  await signOutEverywhere(scope, id());
  return { to: `/admin/users/${id()}`, toast: toast.success('Signed out everywhere') };
});

import { adminButton, noAdminPage } from '../../http/button.server.ts';
import { toast } from '../../http/toast.ts';
import { takeGiftBack } from '../plans/gifts.server.ts';

export const loader = noAdminPage;

/** Ends a given plan at once. */
export const action = adminButton(async (scope, { id }) => {
  await takeGiftBack(scope, id());
  return { to: `/admin/users/${id()}`, toast: toast.success('Given plan taken back') };
});

import { adminButton, noAdminPage } from '../../../../http/pages/button.server.ts';
import { toast } from '../../../../http/pages/toast.ts';
import { takeGiftBack } from './gifts.server.ts';

export const loader = noAdminPage;

export const action = adminButton(async (scope, { id }) => {
  await takeGiftBack(scope, id());
  return { to: `/admin/users/${id()}`, toast: toast.success('Given plan taken back') };
});

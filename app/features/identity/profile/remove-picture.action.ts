import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { removeProfilePicture } from './profile-picture.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope) => {
  await removeProfilePicture(scope);
  return { to: '/profile/picture', toast: toast.success('Picture removed') };
});

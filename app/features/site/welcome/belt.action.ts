import { z } from 'zod';
import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { beltLevels } from '../../identity/profile/martial-arts.ts';
import { updateProfile } from '../../identity/profile/profile.server.ts';

export const loader = noPage;

const beltSchema = z.object({ belt: z.enum(beltLevels, 'Please choose a belt from the list.') });

export const action = memberButton(async (scope, { input }) => {
  const { belt } = await input(beltSchema);
  await updateProfile(scope, { beltLevel: belt });
  return { toast: toast.success('Belt saved', 'You can change it in your profile.') };
});

import { z } from 'zod';
import { Refused } from '../../../errors.ts';
import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { beltLevels } from '../../identity/profile/martial-arts.ts';
import { updateProfile } from '../../identity/profile/profile.server.ts';

export const loader = noPage;

const beltSchema = z.enum(beltLevels);

export const action = memberButton(async (scope, { fields }) => {
  const belt = beltSchema.safeParse((await fields()).get('belt'));
  if (!belt.success) throw new Refused('Please choose a belt from the list.');
  await updateProfile(scope, { beltLevel: belt.data });
  return { toast: toast.success('Belt saved', 'You can change it in your profile.') };
});

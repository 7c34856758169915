import { memberButton, noPage, pressAgain } from '../../../../http/pages/button.server.ts';
import { toast } from '../../../../http/pages/toast.ts';
import { followSchema } from '../../../community/follows/follow.schema.ts';
import { setListFollow } from './follow-list.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { id, input }) => {
  const { following = 'toggle' } = await input(followSchema, pressAgain);
  const data = await setListFollow(scope, id(), following);
  return {
    toast: data.following
      ? toast.success('Following', 'You find it with your lists.')
      : toast.info('No longer following'),
    data,
  };
});

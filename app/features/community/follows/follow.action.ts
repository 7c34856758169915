import { button, noPage, pressAgain } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { followSchema } from './follow.schema.ts';
import { setFollow } from './follows.server.ts';

export const loader = noPage;

export const action = button(async (scope, { params, input }) => {
  const { following = 'toggle' } = await input(followSchema, pressAgain);
  const state = await setFollow(scope, params.username ?? '', following);
  const { name, ...data } = state;
  return {
    toast: state.following
      ? toast.success('Following', `You’ll see new techniques by ${name} in your feed.`)
      : toast.info('No longer following', name),
    data,
  };
});

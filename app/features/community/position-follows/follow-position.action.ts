import { button, noPage, pressAgain } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { followSchema } from '../follows/follow.schema.ts';
import { setPositionFollow } from './position-follows.server.ts';

export const loader = noPage;

export const action = button(async (scope, { id, input }) => {
  const { following = 'toggle' } = await input(followSchema, pressAgain);
  const { name, ...data } = await setPositionFollow(scope, id(), following);
  return {
    toast: data.following
      ? toast.success('Following', `We tell you when someone publishes a technique for ${name}.`)
      : toast.info('No longer following', name),
    data,
  };
});

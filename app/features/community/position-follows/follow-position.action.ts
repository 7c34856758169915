import { Refused } from '../../../errors.ts';
import { button, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { followSchema } from '../follows/follow.schema.ts';
import { setPositionFollow } from './position-follows.server.ts';

export const loader = noPage;

export const action = button(async (scope, { id, fields }) => {
  const wanted = followSchema.safeParse({ following: (await fields()).get('following') ?? undefined });
  if (!wanted.success) throw new Refused('Please press the button again.', { status: 400 });
  const { name, ...data } = await setPositionFollow(scope, id(), wanted.data.following ?? 'toggle');
  return {
    toast: data.following
      ? toast.success('Following', `We tell you when someone publishes a technique for ${name}.`)
      : toast.info('No longer following', name),
    data,
  };
});

import { Refused } from '../../../errors.ts';
import { button, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { followSchema } from './follow.schema.ts';
import { setFollow } from './follows.server.ts';

export const loader = noPage;

export const action = button(async (scope, { params, fields }) => {
  const wanted = followSchema.safeParse({ following: (await fields()).get('following') ?? undefined });
  if (!wanted.success) throw new Refused('Please press the button again.', { status: 400 });
  const state = await setFollow(scope, params.username ?? '', wanted.data.following ?? 'toggle');
  const { name, ...data } = state;
  return {
    toast: state.following
      ? toast.success('Following', `You’ll see new techniques by ${name} in your feed.`)
      : toast.info('No longer following', name),
    data,
  };
});

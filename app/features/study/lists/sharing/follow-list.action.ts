import { Refused } from '../../../../errors.ts';
import { memberButton, noPage } from '../../../../http/pages/button.server.ts';
import { toast } from '../../../../http/pages/toast.ts';
import { followSchema } from '../../../community/follows/follow.schema.ts';
import { setListFollow } from './follow-list.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { id, fields }) => {
  const wanted = followSchema.safeParse({ following: (await fields()).get('following') ?? undefined });
  if (!wanted.success) throw new Refused('Please press the button again.', { status: 400 });
  const data = await setListFollow(scope, id(), wanted.data.following ?? 'toggle');
  return {
    toast: data.following
      ? toast.success('Following', 'You find it with your lists.')
      : toast.info('No longer following'),
    data,
  };
});

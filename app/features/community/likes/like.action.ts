import { Refused } from '../../../errors.ts';
import { button, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { likeSchema } from './like.schema.ts';
import { setLike } from './likes.server.ts';

export const loader = noPage;

export const action = button(async (scope, { id, fields }) => {
  const wanted = likeSchema.safeParse({ liked: (await fields()).get('liked') ?? undefined });
  if (!wanted.success) throw new Refused('Please press the heart again.', { status: 400 });
  const state = await setLike(scope, id(), wanted.data.liked ?? 'toggle');
  return {
    toast: state.liked
      ? toast.success('Liked!', 'Added to your favorites')
      : toast.info('Like removed', 'Removed from your favorites'),
    data: state,
  };
});

import { button, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { likeSchema } from './like.schema.ts';
import { setLike } from './likes.server.ts';

export const loader = noPage;

export const action = button(async (scope, { id, input }) => {
  const { liked = 'toggle' } = await input(likeSchema, 'Please press the heart again.');
  const state = await setLike(scope, id(), liked);
  return {
    toast: state.liked
      ? toast.success('Liked!', 'Added to your favorites')
      : toast.info('Like removed', 'Removed from your favorites'),
    data: state,
  };
});

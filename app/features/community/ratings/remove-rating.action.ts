import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { removeRating } from './ratings.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { id }) => ({
  data: await removeRating(scope, id()),
  to: `/content/${id()}`,
  toast: toast.success('Rating removed', 'Your rating no longer counts.'),
}));

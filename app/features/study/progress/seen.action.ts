import { memberButton, noPage, pressAgain } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { seenSchema } from './progress.schema.ts';
import { markSeen } from './progress.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { id, input }) => {
  const { seen } = await input(seenSchema, pressAgain);
  const state = await markSeen(scope, id(), seen);
  return { toast: toast.success(state.seen ? 'Marked as seen' : 'No longer marked as seen'), data: state };
});

import { Refused } from '../../../errors.ts';
import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { seenSchema } from './progress.schema.ts';
import { markSeen } from './progress.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { id, fields }) => {
  const wanted = seenSchema.safeParse({ seen: (await fields()).get('seen') });
  if (!wanted.success) throw new Refused('Please press the button again.', { status: 400 });
  const state = await markSeen(scope, id(), wanted.data.seen);
  return { toast: toast.success(state.seen ? 'Marked as seen' : 'No longer marked as seen'), data: state };
});

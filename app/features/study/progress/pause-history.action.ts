import { Refused } from '../../../errors.ts';
import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { setPaused } from './history.server.ts';
import { pausedSchema } from './progress.schema.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { fields }) => {
  const wanted = pausedSchema.safeParse({ paused: (await fields()).get('paused') });
  if (!wanted.success) throw new Refused('Please press the button again.', { status: 400 });
  await setPaused(scope, wanted.data.paused);
  return {
    to: '/history',
    toast: wanted.data.paused
      ? toast.info('History paused', 'What you open and watch is not kept.')
      : toast.success('History on', 'What you open and watch from now on is kept.'),
    data: wanted.data,
  };
});

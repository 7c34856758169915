import { memberButton, noPage, pressAgain } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { setPaused } from './history.server.ts';
import { pausedSchema } from './progress.schema.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { input }) => {
  const { paused } = await input(pausedSchema, pressAgain);
  await setPaused(scope, paused);
  return {
    to: '/history',
    toast: paused
      ? toast.info('History paused', 'What you open and watch is not kept.')
      : toast.success('History on', 'What you open and watch from now on is kept.'),
    data: { paused },
  };
});

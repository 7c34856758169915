import { memberButton, noPage, pressAgain } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { mailSchema } from './message.schema.ts';
import { setWantsMails } from './notice.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { input }) => {
  const { mails } = await input(mailSchema, pressAgain);
  await setWantsMails(scope, mails);
  return {
    to: '/messages',
    toast: mails
      ? toast.success('Emails are on', 'At most one an hour for each conversation.')
      : toast.success('Emails are off', 'You’ll still find your messages here.'),
    data: { mails },
  };
});

import { Refused } from '../../../errors.ts';
import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { mailSchema } from './message.schema.ts';
import { setWantsMails } from './notice.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { fields }) => {
  const wanted = mailSchema.safeParse({ mails: (await fields()).get('mails') });
  if (!wanted.success) throw new Refused('Please press the button again.', { status: 400 });
  await setWantsMails(scope, wanted.data.mails);
  return {
    to: '/messages',
    toast: wanted.data.mails
      ? toast.success('Emails are on', 'At most one an hour for each conversation.')
      : toast.success('Emails are off', 'You’ll still find your messages here.'),
    data: wanted.data,
  };
});

import { Refused } from '../../../errors.ts';
import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { countUnread } from '../../community/messages/unread.server.ts';
import { readSchema } from './notification.schema.ts';
import { markNotificationsRead } from './notifications.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { fields }) => {
  const which = readSchema.safeParse(Object.fromEntries(await fields()));
  if (!which.success) throw new Refused('Please press the button again.', { status: 400 });
  await markNotificationsRead(scope, 'id' in which.data ? { ids: [which.data.id] } : which.data);
  const { notifications } = await countUnread(scope);
  return { data: { unread: notifications } };
});

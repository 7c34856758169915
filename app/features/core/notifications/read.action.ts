import { memberButton, noPage, pressAgain } from '../../../http/pages/button.server.ts';
import { countUnread } from '../../community/messages/unread.server.ts';
import { readSchema } from './notification.schema.ts';
import { markNotificationsRead } from './notifications.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { input }) => {
  const which = await input(readSchema, pressAgain);
  await markNotificationsRead(scope, 'id' in which ? { ids: [which.id] } : which);
  const { notifications } = await countUnread(scope);
  return { data: { unread: notifications } };
});

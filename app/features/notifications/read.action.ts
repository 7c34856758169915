import { Refused } from '../../errors.ts';
import { memberButton, noPage } from '../../http/button.server.ts';
import { readSchema } from './notification.schema.ts';
import { markNoticesRead } from './notifications.server.ts';
import { countWaiting } from './unread.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { fields }) => {
  const which = readSchema.safeParse(Object.fromEntries(await fields()));
  if (!which.success) throw new Refused('Please press the button again.', { status: 400 });
  await markNoticesRead(scope, 'id' in which.data ? { ids: [which.data.id] } : which.data);
  const { notifications } = await countWaiting(scope);
  return { data: { unread: notifications } };
});

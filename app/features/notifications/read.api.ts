import { api, member } from '../../http/api.server.ts';
import { readCallSchema } from './notification.schema.ts';
import { markNoticesRead } from './notifications.server.ts';
import { countWaiting } from './unread.server.ts';

const call = api({
  POST: member(async (scope, { body }) => {
    const { ids } = await body(readCallSchema);
    await markNoticesRead(scope, ids ? { ids } : { upTo: null });
    const { notifications } = await countWaiting(scope);
    return { unread: notifications };
  }),
});
export const loader = call.loader;
export const action = call.action;

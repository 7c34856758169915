import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { countUnread } from '../../community/messages/unread.server.ts';
import { count } from '../schemas/response-shapes.ts';
import { readCallSchema } from './notification.schema.ts';
import { markNotificationsRead } from './notifications.server.ts';

const marking = {
  summary: 'Mark notifications as read',
  details: 'Those of `ids`, or with `all` everything there is. Answers how many are left, at most 100.',
  body: readCallSchema,
  example: { ids: [12, 15] },
  responses: { 200: z.object({ unread: count }) },
  errorResponses: { 404: 'One of them is not one’s own; then none is marked.' },
} satisfies Description;

const call = api({
  POST: member(marking, async (scope, { body }) => {
    const { ids } = await body();
    await markNotificationsRead(scope, ids ? { ids } : { upTo: null });
    const { notifications } = await countUnread(scope);
    return { unread: notifications };
  }),
});
export const loader = call.loader;
export const action = call.action;

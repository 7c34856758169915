import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { listAnswer, requestedSize } from '../../../http/api/list-call.server.ts';
import { noticeShape } from './notification.schema.ts';
import { noticeJson } from './notification-view.server.ts';
import { listNotifications } from './notifications.server.ts';

const listing = {
  summary: 'List what one was told',
  details: 'The newest first. Fetching marks nothing as read.',
  isPaged: true,
  responses: { 200: z.array(noticeShape) },
} satisfies Description;

const call = api({
  GET: member(listing, async (scope, { url }) => {
    const page = await listNotifications(scope, {
      size: requestedSize(url),
      after: url.searchParams.get('cursor'),
    });
    return listAnswer(scope, url, page.items.map(noticeJson), page.after);
  }),
});
export const loader = call.loader;
export const action = call.action;

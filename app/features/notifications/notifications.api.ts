import { api, member } from '../../http/api.server.ts';
import { askedSize, listAnswer } from '../../http/list-call.server.ts';
import { noticeJson } from './notice-view.server.ts';
import { listNotices } from './notifications.server.ts';

const call = api({
  /** The newest first; fetching marks nothing as read. */
  GET: member(async (scope, { url }) => {
    const page = await listNotices(scope, { size: askedSize(url), after: url.searchParams.get('cursor') });
    return listAnswer(scope, url, page.items.map(noticeJson), page.after);
  }),
});
export const loader = call.loader;
export const action = call.action;

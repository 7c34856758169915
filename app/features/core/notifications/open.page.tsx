import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { openBundle, openNotification } from './notifications.server.ts';

/** Opening a notification marks it as read (ADR-024). */
export const loader = memberPage(async (scope, { longId, request, context, url }) => {
  // A prefetched page was not seen by the member.
  const isSeen = request.method === 'GET' && !request.headers.get('sec-purpose');
  const open = url.searchParams.has('all') ? openBundle : openNotification;
  const address = await open(scope, longId(), isSeen);
  if (address) return seeOther(context, address);
  return seeOther(context, '/notifications', toast.info('Gone', 'What this was about no longer exists.'));
});

import { memberPage, seeOther } from '../../http/page.server.ts';
import { toast } from '../../http/toast.ts';
import { openNotice } from './notifications.server.ts';

/** One notification: opening it is reading it (decision 024), and leads to what it is about. */
export const loader = memberPage(async (scope, { id, request, context }) => {
  // A browser that only fetches ahead has shown nobody anything.
  const isSeen = request.method === 'GET' && !request.headers.get('sec-purpose');
  const address = await openNotice(scope, id(), isSeen);
  if (address) return seeOther(context, address);
  return seeOther(context, '/notifications', toast.info('Gone', 'What this was about is not here any more.'));
});

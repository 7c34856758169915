import { page, seeOther } from '../../../http/pages/page.server.ts';
import { countDownload, downloadAddress } from './download.server.ts';

/** A permanent link that redirects to a temporary address for this viewer. */
export const loader = page(async (scope, { context, id, longId, request }) => {
  const address = await downloadAddress(scope, { id: id(), mediaId: longId('mediaId') });
  // A prefetch is no download.
  const isMeant = request.method === 'GET' && !request.headers.get('sec-purpose');
  if (isMeant) await countDownload(scope, id());
  return seeOther(context, address);
});

import { page, seeOther } from '../../http/page.server.ts';
import { countDownload, downloadAddress } from './download.server.ts';

/** A lasting link to save a file; it leads on to an address for this viewer that runs out. */
export const loader = page(async (scope, { context, id, request }) => {
  const address = await downloadAddress(scope, { id: id(), mediaId: id('mediaId') });
  // A browser that only fetches ahead has saved nothing.
  const isMeant = request.method === 'GET' && !request.headers.get('sec-purpose');
  if (isMeant) await countDownload(scope, id());
  return seeOther(context, address);
});

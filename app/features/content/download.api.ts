import { page, seeOther } from '../../http/page.server.ts';
import { downloadAddress } from './download.server.ts';

/** A lasting link to save a file; it leads on to an address for this viewer that runs out. */
export const loader = page(async (scope, { context, id }) =>
  seeOther(context, await downloadAddress(scope, { id: id(), mediaId: id('mediaId') })),
);

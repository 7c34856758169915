import { download } from '../../http/download.server.ts';
import { memberPage } from '../../http/page.server.ts';
import { spend } from '../limits/spend.server.ts';
import { archiveOf } from './archive.server.ts';

/** A link leads here, so it is guarded as a page is. */
export const loader = memberPage(async (scope) => {
  await spend(scope, 'archive of own data');
  return download(`summa-${scope.viewer.username}.zip`, archiveOf(scope));
});

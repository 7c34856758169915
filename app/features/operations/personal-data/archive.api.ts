import { download } from '../../../http/pages/download.server.ts';
import { memberPage } from '../../../http/pages/page.server.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { archiveOf } from './archive.server.ts';

export const loader = memberPage(async (scope) => {
  await enforceRateLimit(scope, 'archive of own data');
  return download(`summa-${scope.viewer.username}.zip`, archiveOf(scope));
});

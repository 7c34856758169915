import { download } from '../../../http/pages/download.server.ts';
import { page } from '../../../http/pages/page.server.ts';
import { studyItem } from './item-study.server.ts';
import { packPages } from './pack-pages.tsx';
import { packZip } from './pack-zip.server.ts';

export const loader = page(async (scope, { id }) => {
  const studied = await studyItem(scope, id());
  return download(`summa-technique-${id()}.zip`, await packZip(scope, studied, packPages));
});

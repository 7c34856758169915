import { download } from '../../../http/pages/download.server.ts';
import { page } from '../../../http/pages/page.server.ts';
import { askedNotes } from '../../study/notes/notes-on-paper.server.ts';
import { studyItem } from './item-study.server.ts';
import { packPages } from './pack-pages.tsx';
import { packZip } from './pack-zip.server.ts';

export const loader = page(async (scope, { id, request, url }) => {
  const studied = await studyItem(scope, id());
  const body =
    request.method === 'HEAD'
      ? ''
      : await packZip(scope, studied, { pagesOf: packPages, readNotes: askedNotes(scope, url) });
  return download(`summa-technique-${id()}.zip`, body);
});

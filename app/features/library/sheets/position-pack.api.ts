import { download } from '../../../http/pages/download.server.ts';
import { page } from '../../../http/pages/page.server.ts';
import { readRole } from '../../map/screens/address.ts';
import { placeIn } from '../../map/screens/paths.ts';
import { findPosition } from '../../map/screens/resolve.server.ts';
import { askedNotes } from '../../study/notes/notes-on-paper.server.ts';
import { packPages } from './pack-pages.tsx';
import { packZip } from './pack-zip.server.ts';
import { studyPosition } from './position-study.server.ts';

/** Also by the id of a position that was merged. */
export const loader = page(async (scope, { params, url, request }) => {
  const { map, position } = await findPosition(scope, placeIn(params.place).id);
  const studied = await studyPosition(scope, map, position, readRole(url.searchParams));
  const body =
    request.method === 'HEAD'
      ? ''
      : await packZip(scope, studied, { pagesOf: packPages, readNotes: askedNotes(scope, url) });
  return download(`summa-${position.slug || position.id}.zip`, body);
});

import { redirect } from '@remix-run/node';
import { download } from '../../../http/pages/download.server.ts';
import { page } from '../../../http/pages/page.server.ts';
import { techniqueMap } from '../../map/graph/technique-map.server.ts';
import { slugOf } from '../../map/import/slug.ts';
import { wayPath } from '../../map/screens/paths.ts';
import { askedNotes } from '../../study/notes/notes-on-paper.server.ts';
import { packPages } from './pack-pages.tsx';
import { packZip } from './pack-zip.server.ts';
import { readNumberedQuestion } from './way.schema.ts';
import { askedWay, studyWay } from './way-study.server.ts';

export const loader = page(async (scope, { url, request }) => {
  const question = readNumberedQuestion(url.searchParams);
  const map = await techniqueMap(scope);
  const way = await askedWay(scope, map, question);
  if (!way) throw redirect(wayPath({ from: question.from, to: question.to, as: question.as }), 303);
  const studied = await studyWay(scope, map, question, way);
  const body =
    request.method === 'HEAD'
      ? ''
      : await packZip(scope, studied, { pagesOf: packPages, readNotes: askedNotes(scope, url) });
  return download(`summa-${slugOf(studied.study.title)}.zip`, body);
});

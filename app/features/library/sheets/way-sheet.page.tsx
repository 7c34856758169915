import { redirect } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { page } from '../../../http/pages/page.server.ts';
import { techniqueMap } from '../../map/graph/technique-map.server.ts';
import { wayPath } from '../../map/screens/paths.ts';
import { askedNotes, notesChoice } from '../../study/notes/notes-on-paper.server.ts';
import { numberedWayPath, packPath } from './paths.ts';
import { Sheet } from './sheet.tsx';
import { sheetOf } from './sheet-data.server.ts';
import { sheetTags } from './sheet-tags.ts';
import { readNumberedQuestion } from './way.schema.ts';
import { askedWay, studyWay } from './way-study.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? sheetTags(matches, data.contents.study) : [];

export const loader = page(async (scope, { url, context }) => {
  const question = readNumberedQuestion(url.searchParams);
  const map = await techniqueMap(scope);
  const way = await askedWay(scope, map, question);
  // The page of the question says in words why there is no way.
  if (!way) throw redirect(wayPath({ from: question.from, to: question.to, as: question.as }), 303);
  const studied = await studyWay(scope, map, question, way);
  return {
    ...(await sheetOf(scope, studied, askedNotes(scope, url))),
    theme: context.theme,
    ...notesChoice(scope, url, packPath(numberedWayPath(question))),
  };
});

export default function WaySheet() {
  return <Sheet {...useLoaderData<typeof loader>()} />;
}

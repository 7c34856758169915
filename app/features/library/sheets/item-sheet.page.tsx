import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { page } from '../../../http/pages/page.server.ts';
import { askedNotes, notesChoice } from '../../study/notes/notes-on-paper.server.ts';
import { studyItem } from './item-study.server.ts';
import { packPath } from './paths.ts';
import { Sheet } from './sheet.tsx';
import { sheetOf } from './sheet-data.server.ts';
import { sheetTags } from './sheet-tags.ts';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? sheetTags(matches, data.contents.study) : [];

export const loader = page(async (scope, { id, context, url }) => {
  const studied = await studyItem(scope, id());
  const { path } = studied.study;
  return {
    ...(await sheetOf(scope, studied, askedNotes(scope, url))),
    theme: context.theme,
    ...notesChoice(scope, url, packPath(path)),
  };
});

export default function ItemSheet() {
  return <Sheet {...useLoaderData<typeof loader>()} />;
}

import { redirect } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { page } from '../../../http/pages/page.server.ts';
import { readRole, rightAddress } from '../../map/screens/address.ts';
import { placeIn, positionPath } from '../../map/screens/paths.ts';
import { findPosition } from '../../map/screens/resolve.server.ts';
import { askedNotes, notesChoice } from '../../study/notes/notes-on-paper.server.ts';
import { packPath, sheetPath } from './paths.ts';
import { studyPosition } from './position-study.server.ts';
import { Sheet } from './sheet.tsx';
import { sheetOf } from './sheet-data.server.ts';
import { sheetTags } from './sheet-tags.ts';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? sheetTags(matches, data.contents.study) : [];

export const loader = page(async (scope, { params, url, context }) => {
  const { map, position } = await findPosition(scope, placeIn(params.place).id);
  const path = positionPath(position);
  const right = rightAddress(url, sheetPath(path));
  if (right) throw redirect(right, 301);
  const as = readRole(url.searchParams);
  const studied = await studyPosition(scope, map, position, as);
  return {
    ...(await sheetOf(scope, studied, askedNotes(scope, url))),
    theme: context.theme,
    ...notesChoice(scope, url, packPath(as ? `${path}?as=${as}` : path)),
  };
});

export default function PositionSheet() {
  return <Sheet {...useLoaderData<typeof loader>()} />;
}

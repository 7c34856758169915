import { Readable } from 'node:stream';
import { download } from '../../http/download.server.ts';
import { adminPage, noAdminForm } from '../../http/page.server.ts';
import type { AdminScope } from '../../scope.ts';
import { csvLine } from '../earnings/csv.ts';
import { type ActFilter, actFilterSchema } from './act-filter.schema.ts';
import { type ActRow, actsForFile } from './acts.server.ts';

/** The log as a file, with the filter of the page. A link leads here, so it is guarded as a page is. */
export const loader = adminPage((scope, { url }) => {
  const filter = actFilterSchema.parse(Object.fromEntries(url.searchParams));
  const lines = Readable.toWeb(Readable.from(linesOf(scope, filter))) as ReadableStream<string>;
  return download('summa-log.csv', lines.pipeThrough(new TextEncoderStream()));
});

export const action = noAdminForm;

async function* linesOf(scope: AdminScope, filter: ActFilter) {
  yield csvLine(['At', 'Admin', 'Did', 'What', 'Number', 'Name', 'Before', 'After', 'Note']);
  for await (const acts of actsForFile(scope, filter))
    yield acts.map((act) => csvLine(cellsOf(act))).join('');
}

const cellsOf = (act: ActRow) => [
  new Date(act.at).toISOString(),
  act.actor ?? '',
  act.verb,
  act.kind,
  act.subjectId,
  act.subjectName,
  act.before ? JSON.stringify(act.before) : '',
  act.after ? JSON.stringify(act.after) : '',
  act.note ?? '',
];

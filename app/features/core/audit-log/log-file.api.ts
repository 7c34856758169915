import { Readable } from 'node:stream';
import { download } from '../../../http/pages/download.server.ts';
import { adminPage, noAdminForm } from '../../../http/pages/page.server.ts';
import type { AdminScope } from '../../../scope.ts';
import { csvHead, csvLine, type Separator, separatorFor } from '../../commerce/earnings/csv.ts';
import { type AuditFilter, auditFilterSchema } from './audit-filter.schema.ts';
import { type AuditRow, auditForFile } from './audit-log.server.ts';

/** A link opens this address, so it is guarded like a page. */
export const loader = adminPage((scope, { url, request }) => {
  const filter = auditFilterSchema.parse(Object.fromEntries(url.searchParams));
  const lines = Readable.toWeb(
    Readable.from(linesOf(scope, filter, separatorFor(request))),
  ) as ReadableStream<string>;
  return download('summa-log.csv', lines.pipeThrough(new TextEncoderStream()));
});

export const action = noAdminForm;

async function* linesOf(scope: AdminScope, filter: AuditFilter, separator: Separator) {
  yield csvHead(['At (UTC)', 'Admin', 'Did', 'What', 'Number', 'Name', 'Before', 'After', 'Note'], separator);
  for await (const entries of auditForFile(scope, filter))
    yield entries.map((entry) => csvLine(cellsOf(entry), separator)).join('');
}

const cellsOf = (entry: AuditRow) => [
  new Date(entry.at),
  entry.actor ?? '',
  entry.verb,
  entry.kind,
  entry.subjectId,
  entry.subjectName,
  entry.before ? JSON.stringify(entry.before) : '',
  entry.after ? JSON.stringify(entry.after) : '',
  entry.note ?? '',
];

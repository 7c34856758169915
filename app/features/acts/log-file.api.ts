import { download } from '../../http/download.server.ts';
import { adminPage, noAdminForm } from '../../http/page.server.ts';
import { csv } from '../earnings/csv.ts';
import { actFilterSchema } from './act-filter.schema.ts';
import { actsForFile } from './acts.server.ts';

/** The log as a file, with the filter of the page. A link leads here, so it is guarded as a page is. */
export const loader = adminPage(async (scope, { url }) => {
  const acts = await actsForFile(scope, actFilterSchema.parse(Object.fromEntries(url.searchParams)));
  const lines = acts.map((act) => [
    new Date(act.at).toISOString(),
    act.actor ?? '',
    act.verb,
    act.kind,
    act.subjectId,
    act.subjectName,
    act.before ? JSON.stringify(act.before) : '',
    act.after ? JSON.stringify(act.after) : '',
    act.note ?? '',
  ]);
  const header = ['At', 'Admin', 'Did', 'What', 'Number', 'Name', 'Before', 'After', 'Note'];
  return download('summa-log.csv', csv(header, lines));
});

export const action = noAdminForm;

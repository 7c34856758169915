import { download } from '../../../http/pages/download.server.ts';
import { memberPage } from '../../../http/pages/page.server.ts';
import { separatorFor } from './csv.ts';
import { statement } from './statement.sql.server.ts';
import { statementCsv } from './statements.ts';

/** The creator's statement as a file. A link leads here, so it is guarded like a page. */
export const loader = memberPage(async (scope, { request }) =>
  download(
    'summa-statement.csv',
    statementCsv(await statement(scope, scope.viewer.id), separatorFor(request)),
  ),
);

import { download } from '../../http/download.server.ts';
import { memberPage } from '../../http/page.server.ts';
import { statement } from './earnings.server.ts';
import { statementCsv } from './statements.ts';

/** The creator's statement, for a spreadsheet. A link leads here, so it is guarded as a page is. */
export const loader = memberPage(async (scope) =>
  download('summa-statement.csv', statementCsv(await statement(scope, scope.viewer.id))),
);

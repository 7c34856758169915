import { download } from '../../../http/pages/download.server.ts';
import { adminPage, noAdminForm } from '../../../http/pages/page.server.ts';
import { listOwed } from './balances.sql.server.ts';
import { owedCsv } from './statements.ts';

/** All creators' balances as a file. A link leads here, so it is guarded like a page. */
export const loader = adminPage(async (scope) =>
  download('summa-payouts.csv', owedCsv(await listOwed(scope))),
);

export const action = noAdminForm;

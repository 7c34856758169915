import { download } from '../../../http/pages/download.server.ts';
import { adminPage, noAdminForm } from '../../../http/pages/page.server.ts';
import { listOwed } from './balances.sql.server.ts';
import { separatorFor } from './csv.ts';
import { owedCsv } from './statements.ts';

/** All creators' balances as a file. A link leads here, so it is guarded like a page. */
export const loader = adminPage(async (scope, { request }) =>
  download('summa-payouts.csv', owedCsv(await listOwed(scope), separatorFor(request))),
);

export const action = noAdminForm;

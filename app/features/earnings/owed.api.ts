import { download } from '../../http/download.server.ts';
import { adminPage, noAdminForm } from '../../http/page.server.ts';
import { listOwed } from './payouts.server.ts';
import { owedCsv } from './statements.ts';

/** Who is owed what, for the bank. A link leads here, so it is guarded as a page is. */
export const loader = adminPage(async (scope) =>
  download('summa-payouts.csv', owedCsv(await listOwed(scope))),
);

export const action = noAdminForm;

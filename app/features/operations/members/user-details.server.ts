import { NotFound } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { billingSummary } from '../../commerce/plans/billing-summary.server.ts';
import { listPurchases } from '../../commerce/purchases/all-purchases.server.ts';
import { auditAbout } from '../../core/audit-log/audit-log.server.ts';
import { factorStatus } from '../../identity/second-factor/second-factor.server.ts';
import { listSessions, viewerById } from '../../identity/sessions/sessions.server.ts';
import { readUser } from './listed-member.sql.server.ts';

const shownEntries = 12;
const shownPurchases = 12;

/** What helps an admin to help a member; of a deleted account, what the ledger keeps. @throws NotFound */
export async function userDetails(scope: AdminScope, id: number) {
  const { em, now } = scope;
  const user = await readUser(em, id, now());
  if (!user) throw new NotFound();
  const asThem = { ...scope, viewer: await viewerById(em, id, now()) };
  const purchases = await listPurchases(scope, { size: shownPurchases, after: null, buyerId: id });
  return {
    user,
    billing: await billingSummary(asThem),
    factorSince: (await factorStatus(asThem)).since,
    isOwn: id === scope.viewer.id,
    sessions: (await listSessions(asThem)).length,
    purchases: purchases.items,
    hasMorePurchases: purchases.after !== null,
    entries: await auditAbout(scope, id, shownEntries),
  };
}

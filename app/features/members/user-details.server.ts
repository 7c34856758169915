import { row } from '../../db/sql.server.ts';
import { NotFound } from '../../errors.ts';
import type { AdminScope } from '../../scope.ts';
import { factorStanding } from '../accounts/second-factor.server.ts';
import { listSessions, viewerById } from '../accounts/sessions.server.ts';
import { actsConcerning } from '../acts/acts.server.ts';
import { billingSummary } from '../plans/billing.server.ts';
import { listPurchases } from '../purchases/all-purchases.server.ts';
import { type ListedMember, listedColumns, listedTables } from './member-list.server.ts';

const shownActs = 12;
const shownPurchases = 12;

interface User extends ListedMember {
  isEmailVerified: boolean;
  suspensionReason: string | null;
}

/** All that an admin must know of somebody to help them; of who has left, what the books keep. @throws NotFound */
export async function userDetails(scope: AdminScope, id: number) {
  const { em, now } = scope;
  const user = await row<User>(em)`
    select ${listedColumns(now())}, u.verified_email is not distinct from u.email as "isEmailVerified",
      u.suspension_reason as "suspensionReason"
    from ${listedTables} where u.id = ${id}`;
  if (!user) throw new NotFound();
  const asThem = { ...scope, viewer: await viewerById(em, id, now()) };
  const purchases = await listPurchases(scope, { size: shownPurchases, after: null, buyerId: id });
  return {
    user,
    billing: await billingSummary(asThem),
    factorSince: (await factorStanding(asThem)).since,
    isOwn: id === scope.viewer.id,
    sessions: (await listSessions(asThem)).length,
    purchases: purchases.items,
    hasMorePurchases: purchases.after !== null,
    acts: await actsConcerning(scope, id, shownActs),
  };
}

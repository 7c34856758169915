import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { Refused } from '../../../errors.ts';
import type { AdminScope, SystemContext } from '../../../scope.ts';
import { recordAudit } from '../../core/audit-log/audit-log.server.ts';
import { dropFactor, mailAboutFactor } from '../../identity/second-factor/second-factor.server.ts';
import { endSessions } from '../../identity/sessions/sessions.server.ts';
import { mustStillBeAdmin } from './admins.server.ts';
import { lockMember, type Member, named } from './member.server.ts';

const isOff = 'This member has no second factor.';
const isOwn =
  'You cannot reset your own: anyone at your browser could then do it without a code. Switch it off under Security, or ask another admin.';

/** Switches off a lost second factor and ends all sessions. @throws NotFound; Refused for oneself or without one */
export async function resetFactor(scope: AdminScope, id: number): Promise<void> {
  if (id === scope.viewer.id) throw new Refused(isOwn);
  await scope.em.transactional(async (em) => {
    await mustStillBeAdmin(em, scope);
    await takeFactor(scope, em, await lockMember(em, id), { by: scope.viewer.id });
  });
}

/** The same from the command line, for the last admin too. @throws Refused */
export async function resetFactorOf(scope: Pick<SystemContext, 'em' | 'origin' | 'now'>, email: string) {
  return scope.em.transactional(async (em) => {
    const found = await db(em)
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('status', '<>', 'deleted')
      .executeTakeFirst();
    if (!found) throw new Refused(`There is no account with the email ${email}.`);
    const member = await lockMember(em, found.id);
    await takeFactor(scope, em, member, { by: null });
    return member.username;
  });
}

async function takeFactor(
  scope: Pick<SystemContext, 'origin' | 'now'>,
  em: Em,
  member: Member,
  { by }: { by: number | null },
) {
  if (!(await dropFactor(em, member.id))) throw new Refused(isOff);
  await endSessions(em, member.id);
  await mailAboutFactor(scope, em, member.id, 'reset');
  await recordAudit(
    em,
    { by, at: scope.now() },
    {
      verb: 'reset the second factor of',
      kind: 'user',
      ...named(member),
      before: { secondFactor: true },
      after: { secondFactor: false },
    },
  );
}

import { randomUUID } from 'node:crypto';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { Invalid } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { usernameError } from '../../identity/accounts/accounts.server.ts';
import { taken, tooLate } from '../../identity/accounts/taken.server.ts';
import { User } from '../../identity/accounts/user.entity.ts';
import { addressLeftEmail } from '../../identity/email-links/emails.ts';
import { deleteLinks, isTakenByOther, orderLink } from '../../identity/email-links/links.server.ts';
import type { MemberPatch } from './edit-member.schema.ts';
import { lockMember, type Member, named } from './member.server.ts';

/** The fields that an admin may change, which the log compares. */
const editable = (member: Member) => {
  const { firstName, lastName, username, email, martialArt, beltLevel, bio, acceptsRequests } = member;
  return { firstName, lastName, username, email, martialArt, beltLevel, bio, acceptsRequests };
};

/** Changes fields (C7.32); `ask` reads the locked row and answers them. @throws NotFound; Invalid */
export async function updateMember(
  scope: AdminScope,
  id: number,
  ask: (current: Member) => MemberPatch,
): Promise<void> {
  const { em, now } = scope;
  try {
    await em.transactional(async (em) => {
      const member = await lockMember(em, id);
      const before = editable(member);
      const given = Object.entries(ask(member)).filter(([, value]) => value !== undefined);
      const after: typeof before = { ...before, ...Object.fromEntries(given) };
      if (JSON.stringify(before) === JSON.stringify(after)) return;
      const isMoving = after.email.toLowerCase() !== before.email.toLowerCase();
      const errors: Record<string, string[]> = {};
      const trouble = await usernameError(em, after.username, member);
      if (trouble) errors.username = [trouble];
      if (isMoving && (await isTakenByOther(em, after.email, id, now()))) errors.email = [taken.email];
      if (Object.keys(errors).length > 0) throw new Invalid(errors);
      const user = await em.findOneOrFail(User, id, { refresh: true });
      Object.assign(user, after, isMoving && { pendingEmail: null, pendingEmailUntil: null });
      await em.flush();
      if (isMoving) await moveMail(em, member, after.email, now());
      await recordAuditOf(scope, em, { verb: 'edited', kind: 'creator', ...named(member), before, after });
    });
  } catch (error) {
    throw tooLate(error);
  }
}

/** Links sent to the old mailbox stop working: an admin moves an account when that mailbox is lost. */
async function moveMail(em: Em, member: Member, email: string, now: Date) {
  await deleteLinks(em, member.id, ['verify', 'reset', 'change', 'undo']);
  await orderLink(em, { purpose: 'verify', email, userId: member.id, now });
  await enqueue(em, 'send-mail', {
    id: randomUUID(),
    to: member.email,
    ...addressLeftEmail(member, email, null),
  });
}

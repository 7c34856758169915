import { randomUUID } from 'node:crypto';
import { enqueue } from '../../../db/queue.server.ts';
import { row, rows } from '../../../db/sql.server.ts';
import type { SystemContext } from '../../../scope.ts';
import { adminMailboxes } from '../../identity/accounts/admin-mailboxes.server.ts';
import { watchEmail } from './emails.ts';

/** Admins are warned this many hours before a question is due. */
const warnHours = 4;
/** A visitor has no account to delete, so their questions are deleted this long after the last reply. */
const visitorDays = 365;

/** Warns admins once of nearly due questions, and deletes visitors' questions after a year. Runs hourly. */
export async function watchQuestions({ em, origin, now }: SystemContext): Promise<void> {
  await em.transactional(async (inside) => {
    const due = await rows<{ isLate: boolean }>(inside)`
      update support_questions set is_warned = true
      where not is_warned and due_at < ${now()}::timestamptz + make_interval(hours => ${warnHours})
      returning due_at < ${now()}::timestamptz as "isLate"`;
    if (due.length === 0) return;
    const late = due.filter(({ isLate }) => isLate).length;
    const mails = (await adminMailboxes(inside)).map(({ to, firstName }) => ({
      id: randomUUID(),
      to,
      ...watchEmail(firstName, { soon: due.length - late, late }, `${origin}/admin/support`),
    }));
    await enqueue(inside, 'send-mail', ...mails);
  });
  await row(em)`delete from support_questions where asker_id is null and due_at is null
    and last_at < ${now()}::timestamptz - make_interval(days => ${visitorDays})`;
}

import { randomUUID } from 'node:crypto';
import { db, sql, timestamptz } from '../../../db/kysely.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import type { SystemContext } from '../../../scope.ts';
import { adminMailboxes } from '../../identity/accounts/admin-mailboxes.server.ts';
import { watchEmail } from './emails.ts';

/** Admins are warned this many hours before a question is due. */
const warnHours = 4;
/** A visitor has no account to delete, so their questions are deleted this long after the last reply. */
const visitorDays = 365;

const hourMs = 3_600_000;

/** Warns admins once of nearly due questions, and deletes visitors' questions after a year. Runs hourly. */
export async function watchQuestions({ em, origin, now }: SystemContext): Promise<void> {
  await em.transactional(async (inside) => {
    const due = await db(inside)
      .updateTable('support_questions')
      .set({ is_warned: true })
      .where('is_warned', '=', false)
      .where('due_at', '<', timestamptz(new Date(now().getTime() + warnHours * hourMs)))
      .returning(sql<boolean>`due_at < ${now()}::timestamptz`.as('isLate'))
      .execute();
    if (due.length === 0) return;
    const late = due.filter(({ isLate }) => isLate).length;
    const mails = (await adminMailboxes(inside)).map(({ to, firstName }) => ({
      id: randomUUID(),
      to,
      ...watchEmail(firstName, { soon: due.length - late, late }, `${origin}/admin/support`),
    }));
    await enqueue(inside, 'send-mail', ...mails);
  });
  await db(em)
    .deleteFrom('support_questions')
    .where('asker_id', 'is', null)
    .where('due_at', 'is', null)
    .where('last_at', '<', timestamptz(new Date(now().getTime() - visitorDays * 24 * hourMs)))
    .execute();
}

import { randomUUID } from 'node:crypto';
import { enqueue } from '../../db/queue.server.ts';
import { row, rows } from '../../db/sql.server.ts';
import type { HouseScope } from '../../scope.ts';
import { adminMailboxes } from '../members/admin-mailboxes.server.ts';
import { watchLetter } from './letters.ts';

/** Admins hear of a promise this many hours before it would be broken. */
const warnHours = 4;
/** A visitor has no account to delete: their name and words go by themselves so long after the last of them. */
const visitorDays = 365;

/**
 * Tells the admins once of each question that is about to be late, in one mail for all, and forgets what visitors
 * asked a year ago. The job runs once an hour.
 */
export async function watchQuestions({ em, origin, now }: HouseScope): Promise<void> {
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
      ...watchLetter(firstName, { soon: due.length - late, late }, `${origin}/admin/support`),
    }));
    await enqueue(inside, 'send-mail', ...mails);
  });
  await row(em)`delete from support_questions where asker_id is null and due_at is null
    and last_at < ${now()}::timestamptz - make_interval(days => ${visitorDays})`;
}

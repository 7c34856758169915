import { randomUUID } from 'node:crypto';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { fragment, row } from '../../../db/sql.server.ts';
import type { SystemContext } from '../../../scope.ts';
import { adminMailboxes } from '../../identity/accounts/admin-mailboxes.server.ts';
import { disputeEmail, type EmailOrder, publicEmail, requestEmail } from './emails.ts';

interface Found {
  title: string;
  priceCents: number;
  dueAt: string | null;
  wasPaid: boolean;
  requester: Person;
  creator: Person;
}

interface Person {
  id: number;
  email: string;
  firstName: string;
  name: string;
  status: string;
}

const person = (alias: 'a' | 'b') => {
  const of = (column: string) => fragment.ref(`${alias}.${column}`);
  return fragment`jsonb_build_object('id', ${of('id')}, 'email', ${of('email')}::text, 'firstName', ${of('first_name')},
    'name', ${of('first_name')} || ' ' || ${of('last_name')}, 'status', ${of('status')})`;
};

/** Sends the emails about a step to the sides that did not take it. A dispute also goes to the admins. */
export async function sendRequestEmails({ em, origin }: SystemContext, { id, state, by }: EmailOrder) {
  const found = await row<Found>(em)`
    select r.title, r.price_cents as "priceCents", r.due_at as "dueAt",
      exists (select 1 from purchases p where p.content_id = r.content_id and p.user_id = r.requester_id
        and p.paid_at is not null) as "wasPaid",
      ${person('a')} as requester, ${person('b')} as creator
    from requests r join users a on a.id = r.requester_id join users b on b.id = r.creator_id
    where r.id = ${id}`;
  if (!found) return;
  const link = `${origin}/requests/${id}`;
  const sides = [
    ['requester', found.requester, found.creator],
    ['creator', found.creator, found.requester],
  ] as const;
  const mails = sides.flatMap(([side, to, other]) => {
    if (to.id === by || to.status === 'deleted') return [];
    const about = { ...found, firstName: to.firstName, other: other.name };
    const written =
      state === 'public'
        ? publicEmail(to.firstName, other.name, found.title, link)
        : requestEmail(state, side, about, link);
    return written ? [{ id: randomUUID(), to: to.email, ...written }] : [];
  });
  if (state === 'disputed') mails.push(...(await toAdmins(em, found, `${origin}/admin/requests/${id}`)));
  await enqueue(em, 'send-mail', ...mails);
}

/** Leaves the two sides out, because an admin may not decide about an own dispute. */
async function toAdmins(em: Em, { title, requester, creator }: Found, link: string) {
  const admins = (await adminMailboxes(em)).filter(({ id }) => id !== requester.id && id !== creator.id);
  return admins.map(({ to, firstName }) => ({
    id: randomUUID(),
    to,
    ...disputeEmail(firstName, title, link),
  }));
}

import { randomUUID } from 'node:crypto';
import type { Em } from '../../db/orm.server.ts';
import { enqueue } from '../../db/queue.server.ts';
import { fragment, row } from '../../db/sql.server.ts';
import type { HouseScope } from '../../scope.ts';
import { adminMailboxes } from '../members/admin-mailboxes.server.ts';
import { disputeLetter, type LetterOrder, publicLetter, requestLetter } from './letters.ts';

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

/** Writes the mails about a step of a request to whoever did not take it; of a dispute to the admins as well. */
export async function sendRequestLetters({ em, origin }: HouseScope, { id, state, by }: LetterOrder) {
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
        ? publicLetter(to.firstName, other.name, found.title, link)
        : requestLetter(state, side, about, link);
    return written ? [{ id: randomUUID(), to: to.email, ...written }] : [];
  });
  if (state === 'disputed') mails.push(...(await toAdmins(em, found, `${origin}/admin/requests/${id}`)));
  await enqueue(em, 'send-mail', ...mails);
}

/** Nobody decides a dispute of their own, so the two sides are left out. */
async function toAdmins(em: Em, { title, requester, creator }: Found, link: string) {
  const admins = (await adminMailboxes(em)).filter(({ id }) => id !== requester.id && id !== creator.id);
  return admins.map(({ to, firstName }) => ({
    id: randomUUID(),
    to,
    ...disputeLetter(firstName, title, link),
  }));
}

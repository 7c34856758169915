import { randomUUID } from 'node:crypto';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import type { SystemContext } from '../../../scope.ts';
import { adminMailboxes } from '../../identity/accounts/admin-mailboxes.server.ts';
import { disputeEmail, type EmailOrder, publicEmail, requestEmail } from './emails.ts';

const find = (em: Em, id: number) =>
  db(em)
    .selectFrom('requests as r')
    .innerJoin('users as a', 'a.id', 'r.requester_id')
    .innerJoin('users as b', 'b.id', 'r.creator_id')
    .select(['r.title', 'r.price_cents as priceCents', 'r.due_at as dueAt'])
    .select((eb) => {
      const person = (alias: 'a' | 'b') =>
        jsonBuildObject({
          id: eb.ref(`${alias}.id`),
          email: eb.ref(`${alias}.email`),
          firstName: eb.ref(`${alias}.first_name`),
          timeZone: eb.ref(`${alias}.time_zone`),
          name: sql<string>`${eb.ref(`${alias}.first_name`)} || ' ' || ${eb.ref(`${alias}.last_name`)}`,
          status: eb.ref(`${alias}.status`),
        });
      const paid = eb
        .selectFrom('purchases as p')
        .select('p.id')
        .whereRef('p.content_id', '=', 'r.content_id')
        .whereRef('p.user_id', '=', 'r.requester_id')
        .where('p.paid_at', 'is not', null);
      return [
        eb.exists(paid).$castTo<boolean>().as('wasPaid'),
        person('a').as('requester'),
        person('b').as('creator'),
      ];
    })
    .where('r.id', '=', id)
    .executeTakeFirst();

type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

/** Sends the emails about a step to the sides that did not take it. A dispute also goes to the admins. */
export async function sendRequestEmails({ em, origin }: SystemContext, { id, state, by }: EmailOrder) {
  const found = await find(em, id);
  if (!found) return;
  const link = `${origin}/requests/${id}`;
  const sides = [
    ['requester', found.requester, found.creator],
    ['creator', found.creator, found.requester],
  ] as const;
  const mails = sides.flatMap(([side, to, other]) => {
    if (to.id === by || to.status === 'deleted') return [];
    const about = { ...found, firstName: to.firstName, timeZone: to.timeZone, other: other.name };
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

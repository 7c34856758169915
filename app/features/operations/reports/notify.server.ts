import { randomUUID } from 'node:crypto';
import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { supportEmail } from '../../../domain/contact.ts';
import type { EmailText } from '../../../mail/email-text.ts';
import type { AdminScope } from '../../../scope.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import type { Decision } from './decision.schema.ts';
import { answerEmail, decisionEmail, restoredEmail } from './emails.ts';
import type { LockedCase } from './lock-case.server.ts';

type Addressee = Awaited<ReturnType<typeof ownerOf>>[number];

const ownReports = '/account/reports';
const aboutMe = `${ownReports}?show=about-me`;

/** Sends emails to the reporters, and to the owner unless the case was dismissed. */
export async function notifyDecision(
  { origin, now }: AdminScope,
  em: Em,
  about: LockedCase,
  { outcome, personNote }: Decision,
) {
  const reporters = await db(em)
    .selectFrom('reports as r')
    .innerJoin('users as u', 'u.id', 'r.reporter_id')
    .select(['u.id', 'u.email as to', 'u.first_name as firstName'])
    .where('r.case_id', '=', about.id)
    .where('u.status', '=', 'active')
    .execute();
  const at = now();
  await notifyAll(em, reporters, about, { event: 'answered', at });
  await post(em, reporters, (firstName) => answerEmail(firstName, about, outcome, origin + ownReports));
  if (outcome === 'dismissed' || personNote === null) return;
  const links = { decisions: origin + aboutMe, support: supportEmail };
  const owner = await ownerOf(em, about);
  await notifyAll(em, owner, about, { event: 'decided', at });
  await post(em, owner, (firstName) => decisionEmail(firstName, about, { outcome, note: personNote }, links));
}

export async function notifyReversal({ origin, now }: AdminScope, em: Em, about: LockedCase) {
  const owner = await ownerOf(em, about);
  await notifyAll(em, owner, about, { event: 'put-back', at: now() });
  await post(em, owner, (firstName) => restoredEmail(firstName, about, origin + aboutMe));
}

const ownerOf = (em: Em, { ownerId }: LockedCase) =>
  db(em)
    .selectFrom('users')
    .select(['id', 'email as to', 'first_name as firstName'])
    .where('id', '=', ownerId)
    .where('status', '<>', 'deleted')
    .execute();

const notifyAll = (
  em: Em,
  people: Addressee[],
  { id: about, name: title }: LockedCase,
  what: { event: 'answered' | 'decided' | 'put-back'; at: Date },
) => notify(em, ...people.map(({ id: to }) => ({ kind: 'report' as const, to, about, title, ...what })));

const post = (em: Em, people: Addressee[], write: (firstName: string) => EmailText) =>
  enqueue(
    em,
    'send-mail',
    ...people.map(({ to, firstName }) => ({ id: randomUUID(), to, ...write(firstName) })),
  );

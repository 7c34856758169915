import { randomUUID } from 'node:crypto';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { row, rows } from '../../../db/sql.server.ts';
import { supportEmail } from '../../../domain/contact.ts';
import type { EmailText } from '../../../mail/email-text.ts';
import type { AdminScope } from '../../../scope.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import type { Decision } from './decision.schema.ts';
import { answerEmail, decisionEmail, restoredEmail } from './emails.ts';
import type { LockedCase } from './locked-case.ts';

interface Addressee {
  id: number;
  to: string;
  firstName: string;
}

const ownReports = '/account/reports';
const aboutMe = `${ownReports}?show=about-me`;

/** Sends emails to the reporters, and to the owner unless the case was dismissed. */
export async function notifyDecision(
  { origin, now }: AdminScope,
  em: Em,
  about: LockedCase,
  { outcome, personNote }: Decision,
) {
  const reporters = await rows<Addressee>(em)`
    select u.id, u.email::text as to, u.first_name as "firstName" from reports r join users u on u.id = r.reporter_id
    where r.case_id = ${about.id} and u.status = 'active'`;
  const at = now();
  await tellAll(em, reporters, about, { event: 'answered', at });
  await post(em, reporters, (firstName) => answerEmail(firstName, about, outcome, origin + ownReports));
  if (outcome === 'dismissed' || personNote === null) return;
  const links = { decisions: origin + aboutMe, support: supportEmail };
  const owner = await ownerOf(em, about);
  await tellAll(em, owner, about, { event: 'decided', at });
  await post(em, owner, (firstName) => decisionEmail(firstName, about, { outcome, note: personNote }, links));
}

/** Sends the owner an email that the subject is restored. */
export async function notifyReversal({ origin, now }: AdminScope, em: Em, about: LockedCase) {
  const owner = await ownerOf(em, about);
  await tellAll(em, owner, about, { event: 'put-back', at: now() });
  await post(em, owner, (firstName) => restoredEmail(firstName, about, origin + aboutMe));
}

async function ownerOf(em: Em, { ownerId }: LockedCase): Promise<Addressee[]> {
  const owner = await row<Addressee>(em)`
    select id, email::text as to, first_name as "firstName" from users
    where id = ${ownerId} and status <> 'deleted'`;
  return owner ? [owner] : [];
}

const tellAll = (
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

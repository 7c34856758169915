import { randomUUID } from 'node:crypto';
import type { Em } from '../../db/orm.server.ts';
import { enqueue } from '../../db/queue.server.ts';
import { row, rows } from '../../db/sql.server.ts';
import type { AdminScope } from '../../scope.ts';
import type { Letter } from '../accounts/letters.ts';
import { supportEmail } from '../site/contact.ts';
import type { LockedCase } from './decide.server.ts';
import type { Decision } from './decision.schema.ts';
import { answerLetter, backLetter, noticeLetter } from './letters.ts';

interface Addressee {
  to: string;
  firstName: string;
}

const ownReports = '/account/reports';
export const noticesPath = `${ownReports}?show=about-me`;

/** Writes to everybody who reported it, and to the one whose it is when it was not dismissed. */
export async function tellDecision(
  { origin }: AdminScope,
  em: Em,
  about: LockedCase,
  { outcome, personNote }: Decision,
) {
  const reporters = await rows<Addressee>(em)`
    select u.email::text as to, u.first_name as "firstName" from reports r join users u on u.id = r.reporter_id
    where r.case_id = ${about.id} and u.status = 'active'`;
  await post(em, reporters, (firstName) => answerLetter(firstName, about, outcome, origin + ownReports));
  if (outcome === 'dismissed' || personNote === null) return;
  const links = { decisions: origin + noticesPath, support: supportEmail };
  await post(em, await ownerOf(em, about), (firstName) =>
    noticeLetter(firstName, about, { outcome, note: personNote }, links),
  );
}

/** Writes to the one whose it is that it is back. */
export async function tellBack({ origin }: AdminScope, em: Em, about: LockedCase) {
  await post(em, await ownerOf(em, about), (firstName) => backLetter(firstName, about, origin + noticesPath));
}

async function ownerOf(em: Em, { ownerId }: LockedCase): Promise<Addressee[]> {
  const owner = await row<Addressee>(em)`
    select email::text as to, first_name as "firstName" from users
    where id = ${ownerId} and status <> 'deleted'`;
  return owner ? [owner] : [];
}

const post = (em: Em, people: Addressee[], write: (firstName: string) => Letter) =>
  enqueue(
    em,
    'send-mail',
    ...people.map(({ to, firstName }) => ({ id: randomUUID(), to, ...write(firstName) })),
  );

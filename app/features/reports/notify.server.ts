import { randomUUID } from 'node:crypto';
import type { Em } from '../../db/orm.server.ts';
import { enqueue } from '../../db/queue.server.ts';
import { row, rows } from '../../db/sql.server.ts';
import type { Letter } from '../../mail/letter.ts';
import type { AdminScope } from '../../scope.ts';
import { tell } from '../notifications/tell.server.ts';
import { supportEmail } from '../site/contact.ts';
import type { Decision } from './decision.schema.ts';
import { answerLetter, backLetter, decisionLetter } from './letters.ts';
import type { LockedCase } from './locked-case.ts';

interface Addressee {
  id: number;
  to: string;
  firstName: string;
}

const ownReports = '/account/reports';
const aboutMe = `${ownReports}?show=about-me`;

/** Writes to everybody who reported it, and to the one whose it is when it was not dismissed. */
export async function tellDecision(
  { origin, now }: AdminScope,
  em: Em,
  about: LockedCase,
  { outcome, personNote }: Decision,
) {
  const reporters = await rows<Addressee>(em)`
    select u.id, u.email::text as to, u.first_name as "firstName" from reports r join users u on u.id = r.reporter_id
    where r.case_id = ${about.id} and u.status = 'active'`;
  const at = now();
  await tellAll(em, reporters, about, { deed: 'answered', at });
  await post(em, reporters, (firstName) => answerLetter(firstName, about, outcome, origin + ownReports));
  if (outcome === 'dismissed' || personNote === null) return;
  const links = { decisions: origin + aboutMe, support: supportEmail };
  const owner = await ownerOf(em, about);
  await tellAll(em, owner, about, { deed: 'decided', at });
  await post(em, owner, (firstName) =>
    decisionLetter(firstName, about, { outcome, note: personNote }, links),
  );
}

/** Writes to the one whose it is that it is back. */
export async function tellBack({ origin, now }: AdminScope, em: Em, about: LockedCase) {
  const owner = await ownerOf(em, about);
  await tellAll(em, owner, about, { deed: 'put-back', at: now() });
  await post(em, owner, (firstName) => backLetter(firstName, about, origin + aboutMe));
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
  what: { deed: 'answered' | 'decided' | 'put-back'; at: Date },
) => tell(em, ...people.map(({ id: to }) => ({ kind: 'report' as const, to, about, title, ...what })));

const post = (em: Em, people: Addressee[], write: (firstName: string) => Letter) =>
  enqueue(
    em,
    'send-mail',
    ...people.map(({ to, firstName }) => ({ id: randomUUID(), to, ...write(firstName) })),
  );

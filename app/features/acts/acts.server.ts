import type { Em } from '../../db/orm.server.ts';
import { fragment, row, rows } from '../../db/sql.server.ts';
import type { AdminScope } from '../../scope.ts';
import { cutOnward, type OnwardRequest, type PageOf, readCursor } from '../lists/keyset.ts';
import type { ActFilter } from './act-filter.schema.ts';
import type { SubjectKind } from './words.ts';

type Facts = Record<string, unknown>;

export interface NewAct {
  /** In the past tense, as the log prints it after the admin's name: 'suspended', 'deleted'. */
  verb: string;
  kind: SubjectKind;
  id: number | string;
  /** How people call the subject: a title, a name with its handle. */
  name: string;
  /** What was there before and after; only what differs is kept. Never secrets. */
  before?: Facts | null;
  after?: Facts | null;
  note?: string | null;
}

/**
 * Writes into the log what an admin does; call it inside the transaction that does it (issue 5 'Log').
 * @param by the admin's id, or null for somebody at the machine itself
 */
export async function recordAct(em: Em, { by, at }: { by: number | null; at: Date }, act: NewAct) {
  const { before, after } = difference(act.before ?? null, act.after ?? null);
  await row(em)`
    insert into acts (at, actor_id, verb, subject_kind, subject_id, subject_name, before, after, note)
    values (${at}, ${by}, ${act.verb}, ${act.kind}, ${String(act.id)}, ${act.name},
      ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb, ${act.note ?? null})`;
}

/** The same for the admin of this request. */
export const recordActOf = ({ viewer, now }: AdminScope, em: Em, act: NewAct) =>
  recordAct(em, { by: viewer.id, at: now() }, act);

function difference(before: Facts | null, after: Facts | null) {
  if (!before || !after) return { before, after };
  const changed = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const only = (facts: Facts) => Object.fromEntries(changed.map((key) => [key, facts[key] ?? null]));
  return { before: only(before), after: only(after) };
}

export interface ActRow {
  id: number;
  at: string;
  actor: string | null;
  verb: string;
  kind: SubjectKind;
  subjectId: string;
  subjectName: string;
  before: Facts | null;
  after: Facts | null;
  note: string | null;
}

function matching({ by, kind, id, from, to }: ActFilter) {
  return fragment`
    (${by ?? null}::citext is null or a.actor_id = (select id from users where username = ${by ?? null}::citext))
    and (${kind ?? null}::text is null or a.subject_kind = ${kind ?? null})
    and (${id ?? null}::text is null or a.subject_id = ${id ?? null})
    and (${from ?? null}::date is null or a.at >= ${from ?? null}::date::timestamp at time zone 'utc')
    and (${to ?? null}::date is null or a.at < (${to ?? null}::date + 1)::timestamp at time zone 'utc')`;
}

const columns = fragment`a.id, a.at, u.username::text as actor, a.verb, a.subject_kind as kind,
  a.subject_id as "subjectId", a.subject_name as "subjectName", a.before, a.after, a.note`;

/** A page of the log, newest first. */
export async function listActs(
  { em }: AdminScope,
  filter: ActFilter,
  { size, after }: OnwardRequest,
): Promise<PageOf<ActRow>> {
  const cursor = readCursor(after);
  const beyond = cursor
    ? fragment`and (a.at, a.id) < (${cursor.value}::timestamptz, ${cursor.id}::int)`
    : fragment``;
  const fetched = await rows<ActRow>(em)`
    select ${columns} from acts a left join users u on u.id = a.actor_id
    where ${matching(filter)} ${beyond} order by a.at desc, a.id desc limit ${size + 1}`;
  return cutOnward(fetched, size, ({ at, id }) => ({ value: at, id }));
}

/** The newest acts about a member, as a user and as a creator. */
export const actsConcerning = ({ em }: AdminScope, memberId: number, limit: number) =>
  rows<ActRow>(em)`
    select ${columns} from acts a left join users u on u.id = a.actor_id
    where a.subject_kind in ('user', 'creator') and a.subject_id = ${String(memberId)}
    order by a.at desc, a.id desc limit ${limit}`;

/** All acts that fit, newest first, page by page: the log only grows, and a file of it is whole. */
export async function* actsForFile(scope: AdminScope, filter: ActFilter, size = 1_000) {
  for (let after: string | null = null; ; ) {
    const page: PageOf<ActRow> = await listActs(scope, filter, { size, after });
    yield page.items;
    if (!page.after) return;
    after = page.after;
  }
}

/** The usernames of everybody who stands in the log, for its filter. */
export async function actors({ em }: AdminScope): Promise<string[]> {
  const found = await rows<{ username: string }>(em)`
    select username::text from users where id in (select distinct actor_id from acts) order by username`;
  return found.map(({ username }) => username);
}

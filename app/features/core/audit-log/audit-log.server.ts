import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import type { AdminScope } from '../../../scope.ts';
import { cutOnward, type OnwardRequest, type PageOf, readCursor } from '../lists/keyset.ts';
import type { AuditFilter } from './audit-filter.schema.ts';
import type { SubjectKind } from './subjects.ts';

type Facts = Record<string, unknown>;

export interface NewAuditEntry {
  /** Past tense, as the log prints it after the admin's name: 'suspended', 'deleted'. */
  verb: string;
  kind: SubjectKind;
  id: number | string;
  name: string;
  /** Facts before and after; only differences are kept. Never pass secrets. */
  before?: Facts | null;
  after?: Facts | null;
  note?: string | null;
}

/** Logs an admin's action; call it in the action's transaction. @param by null for `bin/admin` */
export async function recordAudit(em: Em, { by, at }: { by: number | null; at: Date }, act: NewAuditEntry) {
  const { before, after } = difference(act.before ?? null, act.after ?? null);
  await row(em)`
    insert into audit_log (at, actor_id, verb, subject_kind, subject_id, subject_name, before, after, note)
    values (${at}, ${by}, ${act.verb}, ${act.kind}, ${String(act.id)}, ${act.name},
      ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb, ${act.note ?? null})`;
}

export const recordAuditOf = ({ viewer, now }: AdminScope, em: Em, act: NewAuditEntry) =>
  recordAudit(em, { by: viewer.id, at: now() }, act);

function difference(before: Facts | null, after: Facts | null) {
  if (!before || !after) return { before, after };
  const changed = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const only = (facts: Facts) => Object.fromEntries(changed.map((key) => [key, facts[key] ?? null]));
  return { before: only(before), after: only(after) };
}

export interface AuditRow {
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

function matching({ by, kind, id, from, to }: AuditFilter) {
  return fragment`
    (${by ?? null}::citext is null or a.actor_id = (select id from users where username = ${by ?? null}::citext))
    and (${kind ?? null}::text is null or a.subject_kind = ${kind ?? null})
    and (${id ?? null}::text is null or a.subject_id = ${id ?? null})
    and (${from ?? null}::date is null or a.at >= ${from ?? null}::date::timestamp at time zone 'utc')
    and (${to ?? null}::date is null or a.at < (${to ?? null}::date + 1)::timestamp at time zone 'utc')`;
}

const columns = fragment`a.id, a.at, u.username::text as actor, a.verb, a.subject_kind as kind,
  a.subject_id as "subjectId", a.subject_name as "subjectName", a.before, a.after, a.note`;

export async function listAudit(
  { em }: AdminScope,
  filter: AuditFilter,
  { size, after }: OnwardRequest,
): Promise<PageOf<AuditRow>> {
  const cursor = readCursor(after);
  const beyond = cursor
    ? fragment`and (a.at, a.id) < (${cursor.value}::timestamptz, ${cursor.id}::int)`
    : fragment``;
  const fetched = await rows<AuditRow>(em)`
    select ${columns} from audit_log a left join users u on u.id = a.actor_id
    where ${matching(filter)} ${beyond} order by a.at desc, a.id desc limit ${size + 1}`;
  return cutOnward(fetched, size, ({ at, id }) => ({ value: at, id }));
}

export const auditAbout = ({ em }: AdminScope, memberId: number, limit: number) =>
  rows<AuditRow>(em)`
    select ${columns} from audit_log a left join users u on u.id = a.actor_id
    where a.subject_kind in ('user', 'creator') and a.subject_id = ${String(memberId)}
    order by a.at desc, a.id desc limit ${limit}`;

/** All matching entries, newest first, read page by page because the log only grows. */
export async function* auditForFile(scope: AdminScope, filter: AuditFilter, size = 1_000) {
  for (let after: string | null = null; ; ) {
    const page: PageOf<AuditRow> = await listAudit(scope, filter, { size, after });
    yield page.items;
    if (!page.after) return;
    after = page.after;
  }
}

export async function actors({ em }: AdminScope): Promise<string[]> {
  const found = await rows<{ username: string }>(em)`
    select username::text from users where id in (select distinct actor_id from audit_log) order by username`;
  return found.map(({ username }) => username);
}

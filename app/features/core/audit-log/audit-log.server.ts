import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { AdminScope } from '../../../scope.ts';
import { cutForwardPage, type ForwardRequest, type PageOf, readCursor } from '../lists/keyset.ts';
import type { Facts } from './audit-entry.entity.ts';
import type { AuditFilter } from './audit-filter.schema.ts';
import type { SubjectKind } from './subjects.ts';

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
export async function recordAudit(em: Em, { by, at }: { by: number | null; at: Date }, entry: NewAuditEntry) {
  const { before, after } = difference(entry.before ?? null, entry.after ?? null);
  await db(em)
    .insertInto('audit_log')
    .values({
      at,
      actor_id: by,
      verb: entry.verb,
      subject_kind: entry.kind,
      subject_id: String(entry.id),
      subject_name: entry.name,
      before: before && asJson(before),
      after: after && asJson(after),
      note: entry.note ?? null,
    })
    .execute();
}

const asJson = (facts: Facts) => sql<Facts>`${JSON.stringify(facts)}::jsonb`;

export const recordAuditOf = ({ viewer, now }: AdminScope, em: Em, entry: NewAuditEntry) =>
  recordAudit(em, { by: viewer.id, at: now() }, entry);

function difference(before: Facts | null, after: Facts | null) {
  if (!before || !after) return { before, after };
  const changed = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const only = (facts: Facts) => Object.fromEntries(changed.map((key) => [key, facts[key] ?? null]));
  return { before: only(before), after: only(after) };
}

const entries = (em: Em) =>
  db(em)
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .select([
      'a.id',
      'a.at',
      'u.username as actor',
      'a.verb',
      'a.subject_kind as kind',
      'a.subject_id as subjectId',
      'a.subject_name as subjectName',
      'a.before',
      'a.after',
      'a.note',
    ])
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc');

type Entries = ReturnType<typeof entries>;
export type AuditRow = Awaited<ReturnType<Entries['execute']>>[number];

function matching(list: Entries, { by, kind, id, from, to }: AuditFilter): Entries {
  let found = list;
  if (by)
    found = found.where('a.actor_id', '=', (eb) =>
      eb.selectFrom('users').select('id').where('username', '=', by),
    );
  if (kind) found = found.where('a.subject_kind', '=', kind);
  if (id) found = found.where('a.subject_id', '=', id);
  if (from) found = found.where('a.at', '>=', sql<string>`${from}::date::timestamp at time zone 'utc'`);
  if (to) found = found.where('a.at', '<', sql<string>`(${to}::date + 1)::timestamp at time zone 'utc'`);
  return found;
}

export async function listAudit(
  { em }: AdminScope,
  filter: AuditFilter,
  { size, after }: ForwardRequest,
): Promise<PageOf<AuditRow>> {
  const cursor = readCursor(after);
  const all = matching(entries(em), filter).limit(size + 1);
  const beyond = cursor
    ? all.where((eb) => eb(eb.refTuple('a.at', 'a.id'), '<', eb.tuple(cursor.value, cursor.id)))
    : all;
  return cutForwardPage(await beyond.execute(), size, ({ at, id }) => ({ value: at, id }));
}

export const auditAbout = ({ em }: AdminScope, memberId: number, limit: number): Promise<AuditRow[]> =>
  entries(em)
    .where('a.subject_kind', 'in', ['user', 'creator'])
    .where('a.subject_id', '=', String(memberId))
    .limit(limit)
    .execute();

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
  const found = await db(em)
    .selectFrom('users')
    .select('username')
    .where('id', 'in', (eb) => eb.selectFrom('audit_log').select('actor_id').distinct())
    .orderBy('username')
    .execute();
  return found.map(({ username }) => username);
}

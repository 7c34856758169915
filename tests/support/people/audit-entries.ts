import type { Em } from '../../../app/db/orm.server.ts';
import type { SubjectKind } from '../../../app/features/core/audit-log/subjects.ts';
import { rows } from '../sql.ts';

export interface LoggedEntry {
  by: number | null;
  verb: string;
  name: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  note: string | null;
}

/** What the log has about a subject, oldest first. */
export const auditEntriesAbout = (em: Em, kind: SubjectKind, id: number | string) =>
  rows<LoggedEntry>(em)`
    select actor_id as by, verb, subject_name as name, before, after, note from audit_log
    where subject_kind = ${kind} and subject_id = ${String(id)} order by id`;

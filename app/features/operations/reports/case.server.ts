import { db } from '../../../db/kysely.server.ts';
import { NotFound } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { type AuditRow, listAudit } from '../../core/audit-log/audit-log.server.ts';
import { type CaseFacts, readCase } from './find-case.sql.server.ts';

/** @throws NotFound */
export async function findCase({ em }: AdminScope, id: number): Promise<CaseFacts> {
  const found = await readCase(em, id);
  if (!found) throw new NotFound();
  return found;
}

export const listReportedTexts = ({ em }: AdminScope, caseId: number, limit: number) =>
  db(em)
    .selectFrom('reports as r')
    .leftJoin('users as u', 'u.id', 'r.reporter_id')
    .select([
      'r.id',
      'u.username as reporter',
      'r.reason',
      'r.details',
      'r.seen',
      'r.created_at as createdAt',
    ])
    .where('r.case_id', '=', caseId)
    .orderBy('r.id')
    .limit(limit)
    .execute();

/** Other cases about the same subject, newest first, and what admins did to it and in this case. */
export async function historyOf(scope: AdminScope, { id, kind, subjectId }: CaseFacts, limit: number) {
  const cases = await db(scope.em)
    .selectFrom('report_cases')
    .select(['id', 'opened_at as openedAt', 'reports', 'outcome'])
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('id', '<>', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const page = { size: limit, after: null };
  const [here, subject] = [
    await listAudit(scope, { kind: 'report', id: String(id) }, page),
    await listAudit(scope, { kind, id: String(subjectId) }, page),
  ];
  const entries: AuditRow[] = [...here.items, ...subject.items].sort((one, other) => other.id - one.id);
  return { cases, entries };
}

import { row, rows } from '../../../db/sql.server.ts';
import { NotFound } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { type AuditRow, listAudit } from '../../core/audit-log/audit-log.server.ts';
import type { Outcome, Reason, SubjectKind } from './outcomes.ts';

export interface CaseFacts {
  id: number;
  kind: SubjectKind;
  subjectId: number;
  name: string;
  openedAt: string;
  reports: number;
  ownerId: number | null;
  owner: string | null;
  upheldBefore: number;
  decidedBefore: number;
  decidedAt: string | null;
  decidedBy: string | null;
  outcome: Outcome | null;
  personNote: string | null;
  undoneAt: string | null;
  undoneBy: string | null;
}

/** @throws NotFound */
export async function findCase({ em }: AdminScope, id: number): Promise<CaseFacts> {
  const found = await row<CaseFacts>(em)`
    select c.id, c.kind, c.subject_id as "subjectId", c.subject_name as name, c.opened_at as "openedAt", c.reports,
      c.owner_id as "ownerId", o.username::text as owner, past.upheld as "upheldBefore",
      past.decided as "decidedBefore", c.decided_at as "decidedAt", a.username::text as "decidedBy", c.outcome,
      c.person_note as "personNote", c.undone_at as "undoneAt", b.username::text as "undoneBy"
    from report_cases c
    left join users o on o.id = c.owner_id
    left join users a on a.id = c.decided_by
    left join users b on b.id = c.undone_by
    cross join lateral (
      select count(*)::int as decided,
        (count(*) filter (where outcome <> 'dismissed' and undone_at is null))::int as upheld
      from (
        select outcome, undone_at from report_cases p
        where p.owner_id = c.owner_id and p.decided_at is not null and p.id <> c.id limit 1000
      ) earlier
    ) past
    where c.id = ${id}`;
  if (!found) throw new NotFound();
  return found;
}

export interface ReportedText {
  id: number;
  reporter: string | null;
  reason: Reason;
  details: string | null;
  seen: string | null;
  createdAt: string;
}

export async function listReportedTexts(
  { em }: AdminScope,
  caseId: number,
  limit: number,
): Promise<ReportedText[]> {
  return rows<ReportedText>(em)`
    select r.id, u.username::text as reporter, r.reason, r.details, r.seen, r.created_at as "createdAt"
    from reports r left join users u on u.id = r.reporter_id
    where r.case_id = ${caseId} order by r.id limit ${limit}`;
}

export interface EarlierCase {
  id: number;
  openedAt: string;
  reports: number;
  outcome: Outcome | null;
}

/** Other cases about the same subject, newest first, and what admins did to it and in this case. */
export async function historyOf(scope: AdminScope, { id, kind, subjectId }: CaseFacts, limit: number) {
  const cases = await rows<EarlierCase>(scope.em)`
    select id, opened_at as "openedAt", reports, outcome from report_cases
    where kind = ${kind} and subject_id = ${subjectId} and id <> ${id} order by id desc limit ${limit}`;
  const page = { size: limit, after: null };
  const [here, subject] = [
    await listAudit(scope, { kind: 'report', id: String(id) }, page),
    await listAudit(scope, { kind, id: String(subjectId) }, page),
  ];
  const acts: AuditRow[] = [...here.items, ...subject.items].sort((one, other) => other.id - one.id);
  return { cases, acts };
}

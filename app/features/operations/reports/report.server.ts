import { lockMembers } from '../../../db/lock-order.server.ts';
import { row } from '../../../db/sql.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import type { AskedSubject, ReportInput } from './report.schema.ts';
import { findSubject, type Subject } from './subject.server.ts';

export interface FiledReport {
  id: number;
  /** False when this member already had an open report about it. */
  isNew: boolean;
  subject: Subject;
}

/** The member's own undecided report about a subject. */
export async function openReport({ em, viewer }: MemberScope, { kind, id }: Subject) {
  return row<{ id: number; createdAt: string }>(em)`
    select r.id, r.created_at as "createdAt" from report_cases c
    join reports r on r.case_id = c.id and r.reporter_id = ${viewer.id}
    where c.kind = ${kind} and c.subject_id = ${id} and c.decided_at is null`;
}

/**
 * Reports a subject. Open reports about it share a case, one per member, so pressing twice does no harm.
 * @throws NotFound for what the member cannot see, NotAllowed for their own, Refused (429)
 */
export async function fileReport(
  scope: MemberScope,
  asked: AskedSubject,
  { reason, details }: ReportInput,
): Promise<FiledReport> {
  const { viewer, now } = scope;
  const subject = await findSubject(scope, asked);
  const earlier = await openReport(scope, subject);
  if (earlier) return { id: earlier.id, isNew: false, subject };
  await enforceRateLimit(scope, 'report');
  const filed = await scope.em.transactional(async (em) => {
    const { kind, id, name, ownerId, seen } = subject;
    await lockMembers(em, [viewer.id, ownerId], 'key share');
    // Opening or joining the case locks it, so that parallel reports and decisions take turns.
    const joined = await row<{ id: number }>(em)`
      insert into report_cases (kind, subject_id, subject_name, owner_id, opened_at)
      values (${kind}, ${id}, ${name}, ${ownerId}, ${now()})
      on conflict (kind, subject_id) where decided_at is null do update set subject_name = excluded.subject_name
      returning id`;
    return row<{ id: number }>(em)`
      with made as (
        insert into reports (case_id, reporter_id, reason, details, seen, created_at)
        values (${joined?.id}, ${viewer.id}, ${reason}, ${details || null}, ${seen}, ${now()})
        on conflict (case_id, reporter_id) do nothing returning id, case_id
      )
      update report_cases set reports = reports + 1 from made
      where report_cases.id = made.case_id returning made.id`;
  });
  if (filed) return { id: filed.id, isNew: true, subject };
  return { id: (await openReport(scope, subject))?.id ?? 0, isNew: false, subject };
}

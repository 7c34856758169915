import { db } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { addReport } from './file-report.sql.server.ts';
import type { AskedSubject, ReportInput } from './report.schema.ts';
import { findSubject, type Subject } from './subject.server.ts';

export interface FiledReport {
  id: number;
  /** False when this member already had an open report about it. */
  isNew: boolean;
  subject: Subject;
}

export async function openReport({ em, viewer }: MemberScope, { kind, id }: Subject) {
  const open = await db(em)
    .selectFrom('report_cases as c')
    .innerJoin('reports as r', 'r.case_id', 'c.id')
    .select(['r.id', 'r.created_at as createdAt'])
    .where('r.reporter_id', '=', viewer.id)
    .where('c.kind', '=', kind)
    .where('c.subject_id', '=', id)
    .where('c.decided_at', 'is', null)
    .executeTakeFirst();
  return open ?? null;
}

/** Reports a subject. Open reports about it share a case, one per member, so pressing twice does no harm.
 *  @throws NotFound for what the member cannot see, NotAllowed for their own, Refused (429) */
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
    const joined = await db(em)
      .insertInto('report_cases')
      .values({ kind, subject_id: id, subject_name: name, owner_id: ownerId, opened_at: now() })
      .onConflict((open) =>
        open
          .columns(['kind', 'subject_id'])
          .where('decided_at', 'is', null)
          .doUpdateSet({ subject_name: name }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    return addReport(em, {
      caseId: joined.id,
      reporterId: viewer.id,
      reason,
      details: details || null,
      seen,
      at: now(),
    });
  });
  if (filed) return { id: filed.id, isNew: true, subject };
  return { id: (await openReport(scope, subject))?.id ?? 0, isNew: false, subject };
}

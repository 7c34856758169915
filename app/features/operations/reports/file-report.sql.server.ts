import type { Em } from '../../../db/orm.server.ts';
import { int, row } from '../../../db/raw.server.ts';
import type { Reason } from './outcomes.ts';

interface NewReport {
  caseId: number;
  reporterId: number;
  reason: Reason;
  details: string | null;
  seen: string | null;
  at: Date;
}

/** Adds a report to its case and counts it there in one statement. Null when the member has reported it before. */
export const addReport = (em: Em, { caseId, reporterId, reason, details, seen, at }: NewReport) =>
  row(em, { id: int })`
    with made as (
      insert into reports (case_id, reporter_id, reason, details, seen, created_at)
      values (${caseId}, ${reporterId}, ${reason}, ${details}, ${seen}, ${at})
      on conflict (case_id, reporter_id) do nothing returning id, case_id
    )
    update report_cases set reports = reports + 1 from made
    where report_cases.id = made.case_id returning made.id`;

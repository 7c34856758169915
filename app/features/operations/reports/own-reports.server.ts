import { fragment, rows } from '../../../db/sql.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutOnward, type OnwardRequest, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import type { Outcome, Reason, SubjectKind } from './outcomes.ts';

export interface OwnReport {
  id: number;
  kind: SubjectKind;
  name: string;
  reason: Reason;
  details: string | null;
  createdAt: string;
  openedAt: string;
  outcome: Outcome | null;
  isUndone: boolean;
}

/** A page of the member's own reports, newest first. */
export async function listOwnReports(
  { em, viewer }: MemberScope,
  { size, after }: OnwardRequest,
): Promise<PageOf<OwnReport>> {
  const cursor = readCursor(after);
  const beyond = cursor
    ? fragment`and (r.created_at, r.id) < (${cursor.value}::timestamptz, ${cursor.id}::int)`
    : fragment``;
  const fetched = await rows<OwnReport>(em)`
    select r.id, c.kind, c.subject_name as name, r.reason, r.details, r.created_at as "createdAt",
      c.opened_at as "openedAt", c.outcome, c.undone_at is not null as "isUndone"
    from reports r join report_cases c on c.id = r.case_id
    where r.reporter_id = ${viewer.id} ${beyond}
    order by r.created_at desc, r.id desc limit ${size + 1}`;
  return cutOnward(fetched, size, ({ createdAt, id }) => ({ value: createdAt, id }));
}

/** A decision as its owner sees it; never who reported, nor their reasons. */
export interface NotifiedDecision {
  id: number;
  kind: SubjectKind;
  name: string;
  outcome: Outcome;
  note: string | null;
  decidedAt: string;
  isUndone: boolean;
}

/** A page of decisions about the member, newest first, without dismissed reports. */
export async function listNotifiedDecisions(
  { em, viewer }: MemberScope,
  { size, after }: OnwardRequest,
): Promise<PageOf<NotifiedDecision>> {
  const cursor = readCursor(after);
  const beyond = cursor
    ? fragment`and (decided_at, id) < (${cursor.value}::timestamptz, ${cursor.id}::int)`
    : fragment``;
  const fetched = await rows<NotifiedDecision>(em)`
    select id, kind, subject_name as name, outcome, person_note as note, decided_at as "decidedAt",
      undone_at is not null as "isUndone"
    from report_cases where owner_id = ${viewer.id} and outcome <> 'dismissed' ${beyond}
    order by decided_at desc, id desc limit ${size + 1}`;
  return cutOnward(fetched, size, ({ decidedAt, id }) => ({ value: decidedAt, id }));
}

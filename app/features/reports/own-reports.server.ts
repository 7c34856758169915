import { fragment, rows } from '../../db/sql.server.ts';
import type { MemberScope } from '../../scope.ts';
import { cutOnward, type OnwardRequest, type PageOf, readCursor } from '../lists/keyset.ts';
import type { Outcome, Reason, SubjectKind } from './words.ts';

/** A report as the one who sent it sees it. */
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

/** A page of the reports that the member sent, the newest first. */
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

/** A decision as the one whom it is about sees it; never who reported, nor why they said they did. */
export interface ToldDecision {
  id: number;
  kind: SubjectKind;
  name: string;
  outcome: Outcome;
  note: string | null;
  decidedAt: string;
  isUndone: boolean;
}

/** A page of what admins decided about the member and what they shared, the latest first; dismissed reports are not told. */
export async function listToldDecisions(
  { em, viewer }: MemberScope,
  { size, after }: OnwardRequest,
): Promise<PageOf<ToldDecision>> {
  const cursor = readCursor(after);
  const beyond = cursor
    ? fragment`and (decided_at, id) < (${cursor.value}::timestamptz, ${cursor.id}::int)`
    : fragment``;
  const fetched = await rows<ToldDecision>(em)`
    select id, kind, subject_name as name, outcome, person_note as note, decided_at as "decidedAt",
      undone_at is not null as "isUndone"
    from report_cases where owner_id = ${viewer.id} and outcome <> 'dismissed' ${beyond}
    order by decided_at desc, id desc limit ${size + 1}`;
  return cutOnward(fetched, size, ({ decidedAt, id }) => ({ value: decidedAt, id }));
}

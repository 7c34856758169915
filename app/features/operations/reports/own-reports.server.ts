import { bigint, db, sql } from '../../../db/kysely.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutForwardPage, type ForwardRequest, readCursor } from '../../core/lists/keyset.ts';
import type { Outcome } from './outcomes.ts';

export type OwnReport = Awaited<ReturnType<typeof listOwnReports>>['items'][number];

export async function listOwnReports({ em, viewer }: MemberScope, { size, after }: ForwardRequest) {
  const cursor = readCursor(after);
  const fetched = await db(em)
    .selectFrom('reports as r')
    .innerJoin('report_cases as c', 'c.id', 'r.case_id')
    .select([
      'r.id',
      'c.kind',
      'c.subject_name as name',
      'r.reason',
      'r.details',
      'r.created_at as createdAt',
      'c.opened_at as openedAt',
      'c.outcome',
      sql<boolean>`c.undone_at is not null`.as('isUndone'),
    ])
    .where('r.reporter_id', '=', viewer.id)
    .where((r) =>
      cursor
        ? r(r.refTuple('r.created_at', 'r.id'), '<', r.tuple(cursor.value, bigint(cursor.id)))
        : r.lit(true),
    )
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(size + 1)
    .execute();
  return cutForwardPage(fetched, size, ({ createdAt, id }) => ({ value: createdAt, id }));
}

/** A decision as its owner sees it; never who reported, nor their reasons. */
export type NotifiedDecision = Awaited<ReturnType<typeof listNotifiedDecisions>>['items'][number];

/** A page of decisions about the member, newest first, without dismissed reports. */
export async function listNotifiedDecisions({ em, viewer }: MemberScope, { size, after }: ForwardRequest) {
  const cursor = readCursor(after);
  const fetched = await db(em)
    .selectFrom('report_cases')
    .select([
      'id',
      'kind',
      'subject_name as name',
      'outcome',
      'person_note as note',
      'decided_at as decidedAt',
      sql<boolean>`undone_at is not null`.as('isUndone'),
    ])
    .where('owner_id', '=', viewer.id)
    .where('outcome', '<>', 'dismissed')
    .where((c) =>
      cursor ? c(c.refTuple('decided_at', 'id'), '<', c.tuple(cursor.value, bigint(cursor.id))) : c.lit(true),
    )
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size + 1)
    // A case has an outcome from the moment when it is decided.
    .$narrowType<{ outcome: Outcome; decidedAt: string }>()
    .execute();
  return cutForwardPage(fetched, size, ({ decidedAt, id }) => ({ value: decidedAt, id }));
}

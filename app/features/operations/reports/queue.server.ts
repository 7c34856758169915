import { countAll, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { AdminScope } from '../../../scope.ts';
import { cutForwardPage, type ForwardRequest, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { type CaseRow, readCases } from './case-queue.sql.server.ts';
import { promisedHours } from './deadline.ts';

interface QueueRequest extends ForwardRequest {
  show: 'open' | 'decided';
}

/** A page of the queue: open cases, oldest first, or decided ones, newest first. */
export async function listCases(
  { em }: AdminScope,
  { show, size, after }: QueueRequest,
): Promise<PageOf<CaseRow>> {
  const fetched = await readCases(em, { show, cursor: readCursor(after), limit: size + 1 });
  const page = cutForwardPage(fetched, size, ({ moment, id }) => ({ value: moment, id }));
  return { ...page, items: page.items.map(({ moment, ...item }) => item) };
}

/** Counting stops here. */
const mostCounted = 1_000;

export async function countOpenCases(em: Em, now: Date): Promise<{ open: number; overdue: number }> {
  const isOverdue = sql`opened_at < ${now}::timestamptz - make_interval(hours => ${promisedHours})`;
  return db(em)
    .selectFrom((open) =>
      open
        .selectFrom('report_cases')
        .select('opened_at')
        .where('decided_at', 'is', null)
        .orderBy('opened_at')
        .orderBy('id')
        .limit(mostCounted)
        .as('waiting'),
    )
    .select([countAll().as('open'), sql<number>`(count(*) filter (where ${isOverdue}))::int`.as('overdue')])
    .executeTakeFirstOrThrow();
}

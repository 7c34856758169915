import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import type { AdminScope } from '../../../scope.ts';
import { cutOnward, type OnwardRequest, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { promisedHours } from './deadline.ts';
import type { Outcome, Reason, SubjectKind } from './outcomes.ts';

export interface CaseRow {
  id: number;
  kind: SubjectKind;
  name: string;
  owner: string | null;
  openedAt: string;
  reports: number;
  reasons: Reason[];
  decidedAt: string | null;
  decidedBy: string | null;
  outcome: Outcome | null;
  undoneAt: string | null;
}

interface QueueRequest extends OnwardRequest {
  show: 'open' | 'decided';
}

/** A page of the queue: open cases, oldest first, or decided ones, newest first. */
export async function listCases(
  { em }: AdminScope,
  { show, size, after }: QueueRequest,
): Promise<PageOf<CaseRow>> {
  const cursor = readCursor(after);
  const [moment, isShown, way, beyond] =
    show === 'open'
      ? [fragment`opened_at`, fragment`decided_at is null`, fragment`asc`, fragment`>`]
      : [fragment`decided_at`, fragment`decided_at is not null`, fragment`desc`, fragment`<`];
  const start = cursor
    ? fragment`and (${moment}, id) ${beyond} (${cursor.value}::timestamptz, ${cursor.id}::int)`
    : fragment``;
  const fetched = await rows<CaseRow & { moment: string }>(em)`
    with page as materialized (
      select *, ${moment} as moment from report_cases where ${isShown} ${start}
      order by ${moment} ${way}, id ${way} limit ${size + 1}
    )
    select c.id, c.kind, c.subject_name as name, o.username::text as owner, c.opened_at as "openedAt", c.reports,
      array(select distinct reason from (select reason from reports where case_id = c.id limit 50) said) as reasons,
      c.decided_at as "decidedAt", a.username::text as "decidedBy", c.outcome, c.undone_at as "undoneAt", c.moment
    from page c left join users o on o.id = c.owner_id left join users a on a.id = c.decided_by
    order by c.moment ${way}, c.id ${way}`;
  const page = cutOnward(fetched, size, ({ moment, id }) => ({ value: moment, id }));
  return { ...page, items: page.items.map(({ moment, ...item }) => item) };
}

/** Counting stops here. */
const mostCounted = 1_000;

export async function countOpenCases(em: Em, now: Date): Promise<{ open: number; overdue: number }> {
  const found = await row<{ open: number; overdue: number }>(em)`
    select count(*)::int as open,
      (count(*) filter (where opened_at < ${now}::timestamptz - make_interval(hours => ${promisedHours})))::int
        as overdue
    from (
      select opened_at from report_cases where decided_at is null order by opened_at, id limit ${mostCounted}
    ) waiting`;
  return found ?? { open: 0, overdue: 0 };
}

import type { Em } from '../../../db/orm.server.ts';
import { int, manyOf, moment, nullable, oneOf, type RowOf, rows, sql, text } from '../../../db/raw.server.ts';
import type { Cursor } from '../../core/lists/keyset.ts';
import { outcomes, reasonNames, subjectKinds } from './outcomes.ts';

const caseRow = {
  id: int,
  kind: oneOf(subjectKinds),
  name: text,
  owner: nullable(text),
  openedAt: moment,
  reports: int,
  reasons: manyOf(reasonNames),
  decidedAt: nullable(moment),
  decidedBy: nullable(text),
  outcome: nullable(oneOf(outcomes)),
  undoneAt: nullable(moment),
};
export type CaseRow = RowOf<typeof caseRow>;

interface CasesRequest {
  show: 'open' | 'decided';
  cursor: Cursor | null;
  limit: number;
}

/** Open cases, oldest first, or decided ones, newest first, beyond the cursor; `moment` is what they are sorted by. */
export function readCases(em: Em, { show, cursor, limit }: CasesRequest) {
  const [at, isShown, direction, comparison] =
    show === 'open'
      ? [sql`opened_at`, sql`decided_at is null`, sql`asc`, sql`>`]
      : [sql`decided_at`, sql`decided_at is not null`, sql`desc`, sql`<`];
  const start = cursor
    ? sql`and (${at}, id) ${comparison} (${cursor.value}::timestamptz, ${cursor.id}::bigint)`
    : sql``;
  return rows(em, { ...caseRow, moment })`
    with page as materialized (
      select *, ${at} as moment from report_cases where ${isShown} ${start}
      order by ${at} ${direction}, id ${direction} limit ${limit}
    )
    select c.id, c.kind, c.subject_name as name, o.username as owner, c.opened_at as "openedAt", c.reports,
      array(select distinct reason from (select reason from reports where case_id = c.id limit 50) said) as reasons,
      c.decided_at as "decidedAt", a.username as "decidedBy", c.outcome, c.undone_at as "undoneAt", c.moment
    from page c left join users o on o.id = c.owner_id left join users a on a.id = c.decided_by
    order by c.moment ${direction}, c.id ${direction}`;
}

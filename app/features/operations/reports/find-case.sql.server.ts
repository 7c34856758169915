import type { Em } from '../../../db/orm.server.ts';
import { int, moment, nullable, oneOf, type RowOf, row, text } from '../../../db/raw.server.ts';
import { outcomes, subjectKinds } from './outcomes.ts';

const caseFacts = {
  id: int,
  kind: oneOf(subjectKinds),
  subjectId: int,
  name: text,
  openedAt: moment,
  reports: int,
  ownerId: nullable(int),
  owner: nullable(text),
  upheldBefore: int,
  decidedBefore: int,
  decidedAt: nullable(moment),
  decidedBy: nullable(text),
  outcome: nullable(oneOf(outcomes)),
  personNote: nullable(text),
  undoneAt: nullable(moment),
  undoneBy: nullable(text),
};
export type CaseFacts = RowOf<typeof caseFacts>;

/** A case with how its owner's earlier cases were decided. Null when there is none. */
export const readCase = (em: Em, id: number) => row(em, caseFacts)`
  select c.id, c.kind, c.subject_id as "subjectId", c.subject_name as name, c.opened_at as "openedAt", c.reports,
    c.owner_id as "ownerId", o.username as owner, past.upheld as "upheldBefore",
    past.decided as "decidedBefore", c.decided_at as "decidedAt", a.username as "decidedBy", c.outcome,
    c.person_note as "personNote", c.undone_at as "undoneAt", b.username as "undoneBy"
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

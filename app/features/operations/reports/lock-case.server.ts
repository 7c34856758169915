import { db } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotFound } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';

export type LockedCase = Awaited<ReturnType<typeof lockCase>>;

/** Locks admin and owner before the case (`lockOrder`), as the deletion of a member does. @throws NotFound */
export async function lockCase({ viewer }: AdminScope, em: Em, id: number) {
  const owner = await db(em)
    .selectFrom('report_cases')
    .select('owner_id as id')
    .where('id', '=', id)
    .executeTakeFirst();
  await lockMembers(em, [viewer.id, owner?.id ?? null]);
  const found = await db(em)
    .selectFrom('report_cases as c')
    .select((c) => [
      'c.id',
      'c.kind',
      'c.subject_id as subjectId',
      'c.subject_name as name',
      'c.owner_id as ownerId',
      'c.reports',
      'c.outcome',
      'c.decided_at as decidedAt',
      'c.undone_at as undoneAt',
      c.selectFrom('users').select('username').whereRef('id', '=', 'c.decided_by').as('decidedBy'),
      c.selectFrom('users').select('username').whereRef('id', '=', 'c.undone_by').as('undoneBy'),
    ])
    .where('c.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound();
  return found;
}

import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

export const adminMailboxes = (em: Em) =>
  db(em)
    .selectFrom('users')
    .select(['id', 'email as to', 'first_name as firstName'])
    .where('is_admin', '=', true)
    .where('status', '=', 'active')
    .whereRef('email', '=', 'verified_email')
    .orderBy('id')
    .execute();

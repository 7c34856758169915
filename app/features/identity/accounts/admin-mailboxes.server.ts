import type { Em } from '../../../db/orm.server.ts';
import { rows } from '../../../db/sql.server.ts';

export const adminMailboxes = (em: Em) =>
  rows<{ id: number; to: string; firstName: string }>(em)`
    select id, email::text as to, first_name as "firstName" from users
    where is_admin and status = 'active' and email = verified_email order by id`;

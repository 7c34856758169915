import { sql } from '../../../db/kysely.server.ts';

/** SQL for the name of a row `u` of `users`. */
export const fullName = sql<string>`u.first_name || ' ' || u.last_name`;

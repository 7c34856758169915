import type { RawBuilder } from 'kysely';
import { sql } from '../../../db/kysely.server.ts';

/** SQL for the name of a row of `users` by its alias. */
export const fullNameOf = (alias: string): RawBuilder<string> =>
  sql<string>`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;

/** The same for a row `u`. */
export const fullName = fullNameOf('u');

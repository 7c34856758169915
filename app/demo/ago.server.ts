import { sql } from '../db/kysely.server.ts';

/** A time before the transaction's, by PostgreSQL's clock. */
export const hoursAgo = (hours: number) => sql<string>`now() - make_interval(hours => ${hours})`;

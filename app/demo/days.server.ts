import { db } from '../db/kysely.server.ts';
import type { Em } from '../db/orm.server.ts';
import { insertDays, insertFollows } from './life.sql.server.ts';

const days = 40;

/** Adds the follows of the demo and spreads its figures over the last days, by a fixed rule. */
export async function insertFollowersAndDays(em: Em) {
  await insertFollows(em, days);
  // The triggers counted everything for today; the rows are spread over the days below.
  await db(em).deleteFrom('creator_days').execute();
  await insertDays(em, days);
}

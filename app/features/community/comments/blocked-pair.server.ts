import type { RawBuilder } from 'kysely';
import { sql } from '../../../db/kysely.server.ts';

/** Whether the viewer has blocked another member or is blocked by them, as a condition; false for visitors. */
export function isBlockedPair(viewerId: number | null, other: string): RawBuilder<boolean> {
  if (viewerId === null) return sql<boolean>`false`;
  const [viewer, them] = [sql`${viewerId}::int`, sql.ref(other)];
  return sql<boolean>`(exists (select from blocks where member_id = ${viewer} and blocked_id = ${them})
    or exists (select from blocks where member_id = ${them} and blocked_id = ${viewer}))`;
}

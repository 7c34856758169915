import { int, row } from '../../../db/raw.server.ts';
import type { Tier } from '../../../domain/tiers.ts';
import type { Scope } from '../../../scope.ts';
import { opensWith } from '../../library/items/early.server.ts';
import { mostCounted } from './plan-texts.ts';

/** How many techniques each tier opens today beyond the one below it, at most `mostCounted` + 1. */
export async function planCounts({ em, now }: Pick<Scope, 'em' | 'now'>): Promise<Record<Tier, number>> {
  const at = now();
  const counted = await row(em, { free: int, premium: int, vip: int })`
    select (select count(*)::int from (select from content c where c.status = 'published'
        and ${opensWith('free', at)} limit ${mostCounted + 1}) some) as free,
      (select count(*)::int from (select from content c where c.status = 'published'
        and ${opensWith('premium', at)} limit ${mostCounted + 1}) some) as premium,
      (select count(*)::int from (select from content c where c.status = 'published'
        and ${opensWith('vip', at)} limit ${mostCounted + 1}) some) as vip`;
  return counted ?? { free: 0, premium: 0, vip: 0 };
}

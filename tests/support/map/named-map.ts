import type { Em } from '../../../app/db/orm.server.ts';
import { rows } from '../sql.ts';

/** A small map for tests that need no poses: four positions, a proposed one, and three transitions. */
export async function insertMap(em: Em) {
  const positions = await rows<{ id: number }>(em)`
    insert into map_positions (origin_key, origin_facts, slug, name, family, tags, is_waypoint, state) values
      ('p1', '{}', 'mount', 'mount', 'mount', '{mount,top_kneeling}', false, 'accepted'),
      ('p2', '{}', 'half-guard-w-underhook', 'half guard w/ underhook', 'half-guard',
        '{half_guard,bottom_underhook}', false, 'accepted'),
      ('p3', '{}', 'straight-back', 'straight back', 'back', '{back}', false, 'accepted'),
      ('p4', '{}', 'to-back', 'to back', 'back', '{back}', true, 'accepted'),
      (null, null, 'octopus-throne', 'Octopus throne', 'mount', '{}', false, 'proposed')
    returning id`;
  const [mount = 0, halfGuard = 0, back = 0, waypoint = 0, proposed = 0] = positions.map(({ id }) => id);
  const transitions = await rows<{ id: number }>(em)`
    insert into map_transitions (origin_key, origin_facts, slug, name, from_id, to_id, tags) values
      ('t1', '{}', 'take-back', 'take back', ${halfGuard}, ${back}, '{}'),
      ('t2', '{}', 'rear-naked-choke', 'rear naked choke', ${back}, ${waypoint}, '{rear_naked_choke}'),
      ('t3', '{}', 'x', '...', ${waypoint}, ${mount}, '{}')
    returning id`;
  const [backTake = 0, choke = 0, nameless = 0] = transitions.map(({ id }) => id);
  return { mount, halfGuard, back, waypoint, proposed, backTake, choke, nameless };
}

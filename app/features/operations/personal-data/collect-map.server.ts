import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { Asked, Collection } from './collection.ts';

const proposedBy = (em: Em, table: 'map_positions' | 'map_transitions', { memberId, after, size }: Asked) =>
  db(em)
    .selectFrom(table)
    .select([
      'id as key',
      'id as number',
      'name',
      'source',
      'state',
      'decline_reason as reason',
      'created_at as proposedAt',
      'decided_at as decidedAt',
    ])
    .where('proposed_by', '=', memberId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(size)
    .execute();

export const mapCollections: readonly Collection[] = [
  {
    name: 'followed-positions',
    title: 'Positions you follow',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('position_follows as f')
        .innerJoin('map_positions as p', 'p.id', 'f.position_id')
        .select(['f.position_id as key', 'f.position_id as position', 'p.name', 'f.created_at as since'])
        .where('f.member_id', '=', memberId)
        .where('f.position_id', '>', after)
        .orderBy('f.position_id')
        .limit(size)
        .execute(),
  },
  {
    name: 'proposed-positions',
    title: 'Positions you proposed',
    read: (em, asked) => proposedBy(em, 'map_positions', asked),
  },
  {
    name: 'proposed-transitions',
    title: 'Transitions you proposed',
    read: (em, asked) => proposedBy(em, 'map_transitions', asked),
  },
  {
    name: 'map-corrections',
    title: 'Your corrections of the map',
    read: (em, { memberId, after, size }) =>
      db(em)
        .selectFrom('map_corrections')
        .select([
          'id as key',
          'position_id as position',
          'transition_id as transition',
          'subject',
          'text',
          'source',
          'state',
          'reason',
          'created_at as writtenAt',
          'decided_at as decidedAt',
        ])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(size)
        .execute(),
  },
];

import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { MapPosition } from '../../map/graph/map.entity.ts';

/** A member who wants to know what is published for a position. */
export const PositionFollow = defineEntity({
  name: 'PositionFollow',
  tableName: 'position_follows',
  properties: {
    member: () => p.manyToOne(User).primary().deleteRule('cascade'),
    position: () => p.manyToOne(MapPosition).primary().deleteRule('cascade'),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type PositionFollow = InferEntity<typeof PositionFollow>;

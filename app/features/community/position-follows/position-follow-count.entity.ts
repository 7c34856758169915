import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { MapPosition } from '../../map/graph/map.entity.ts';

/** How many members follow a position; triggers keep it (`schema.sql`). */
export const PositionFollowCount = defineEntity({
  name: 'PositionFollowCount',
  tableName: 'position_follow_counts',
  properties: {
    position: () => p.oneToOne(MapPosition).owner().primary().deleteRule('cascade'),
    followers: p.integer().default(0),
  },
});
export type PositionFollowCount = InferEntity<typeof PositionFollowCount>;

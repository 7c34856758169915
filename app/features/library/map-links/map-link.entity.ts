import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { MapPosition, MapTransition } from '../../map/graph/map.entity.ts';
import { MapTerm } from '../../map/names/name.entity.ts';
import { Content } from '../items/content.entity.ts';

/** Where an item starts, what it does, and where it ends. */
export const ContentMapLink = defineEntity({
  name: 'ContentMapLink',
  tableName: 'content_map_links',
  properties: {
    content: () => p.oneToOne(Content).owner().primary().deleteRule('cascade'),
    starts: () => p.manyToOne(MapPosition).nullable().deleteRule('restrict'),
    transition: () => p.manyToOne(MapTransition).nullable().deleteRule('restrict'),
    term: () => p.manyToOne(MapTerm).nullable().deleteRule('restrict'),
    ends: () => p.manyToOne(MapPosition).nullable().deleteRule('restrict'),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type ContentMapLink = InferEntity<typeof ContentMapLink>;

import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { tiers } from '../../../domain/tiers.ts';
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
    /** What the creator wrote, while no thing is chosen for it. */
    startsAs: p.text().nullable(),
    doesAs: p.text().nullable(),
    endsAs: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** Facts of the item, so that lists and the map read one index; triggers keep them (`schema.sql`). */
    isPublished: p.boolean().default(false),
    tier: p.enum(tiers).default('free'),
    earlyUntil: p.datetime(3).nullable(),
    /** Null while it is not for sale. */
    priceCents: p.integer().nullable(),
  },
});
export type ContentMapLink = InferEntity<typeof ContentMapLink>;

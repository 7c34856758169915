import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A single row, counted every minute. */
export const PlatformFigures = defineEntity({
  name: 'PlatformFigures',
  tableName: 'platform_figures',
  properties: {
    isOnly: p.boolean().primary().default(true),
    creators: p.integer(),
    items: p.integer(),
    freshItems: p.integer(),
    countedAt: p.datetime(3),
  },
});
export type PlatformFigures = InferEntity<typeof PlatformFigures>;

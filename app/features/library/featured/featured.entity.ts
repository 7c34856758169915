import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Content } from '../items/content.entity.ts';
import { featuredTiers, tierColors } from './featured-tiers.ts';

/** A card of the landing page; a linked item supplies its real numbers. */
export const Featured = defineEntity({
  name: 'Featured',
  tableName: 'featured',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    title: p.text(),
    creator: p.text(),
    tier: p.enum(featuredTiers).default('FREE'),
    tierColor: p.enum(tierColors).default('bg-green-500'),
    likes: p.integer().default(0),
    comments: p.integer().default(0),
    imageUrl: p.text().nullable(),
    imageKey: p.text().nullable(),
    locked: p.boolean().default(false),
    isActive: p.boolean().default(true),
    displayOrder: p.integer().default(0),
    content: () => p.manyToOne(Content).nullable().deleteRule('set null'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
    /** Identifies one submission of the form (`attemptOf`), so that sending it twice makes one card. */
    attempt: p.text().nullable(),
  },
});
export type Featured = InferEntity<typeof Featured>;

import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import {
  categories,
  contentStates,
  contentTypes,
  difficultyLevels,
  downloadRights,
  suggestedBelts,
  techniqueTypes,
  tiers,
} from './words.ts';

export const Content = defineEntity({
  name: 'Content',
  tableName: 'content',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    creator: () => p.manyToOne(User).deleteRule('restrict'),
    title: p.text(),
    description: p.text().nullable(),
    steps: p.array().columnType('text[]').default([]),
    tags: p.array().columnType('text[]').default([]),
    category: p.enum(categories),
    tier: p.enum(tiers),
    contentType: p.enum(contentTypes),
    techniqueType: p.enum(techniqueTypes).nullable(),
    difficultyLevel: p.enum(difficultyLevels).default('beginner'),
    beltLevelRequired: p.enum(suggestedBelts).default('white'),
    isForSale: p.boolean().default(false),
    priceCents: p.integer().nullable(),
    /** A withdrawn or suspended item is gone for everybody but its buyers (decisions 2). */
    status: p.enum(contentStates).default('published'),
    /** For whom it is made on request, until both agree to publish it (decision 025). */
    madeFor: () => p.manyToOne(User).fieldName('made_for').nullable().deleteRule('restrict'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    publishedAt: p.datetime(3).defaultRaw('now()').nullable(),
    /** Only of a draft: when it is published by itself. */
    publishAt: p.datetime(3).nullable(),
    /** Until then it opens to VIPs alone, afterwards to its tier (canView). */
    earlyUntil: p.datetime(3).nullable(),
    /** Who may save its best files, beside its creator (mayDownload). */
    downloads: p.enum(downloadRights).default('members'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type Content = InferEntity<typeof Content>;

/** Counters live apart from the wide row: they change a thousand times more often. */
export const ContentStats = defineEntity({
  name: 'ContentStats',
  tableName: 'content_stats',
  properties: {
    content: () => p.oneToOne(Content).owner().primary().deleteRule('cascade'),
    creator: () => p.manyToOne(User).deleteRule('restrict'),
    /** As the item's status says; the database keeps it and the creator (migration 0006). */
    isPublished: p.boolean().default(false),
    views: p.integer().default(0),
    likes: p.integer().default(0),
    sales: p.integer().default(0),
    downloads: p.integer().default(0),
    ratingSum: p.integer().default(0),
    ratingCount: p.integer().default(0),
  },
});
export type ContentStats = InferEntity<typeof ContentStats>;

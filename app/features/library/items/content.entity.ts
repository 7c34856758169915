import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import {
  categories,
  contentStates,
  contentTypes,
  difficultyLevels,
  downloadRights,
  ownItemStates,
  suggestedBelts,
  techniqueTypes,
} from '../../../domain/content-terms.ts';
import { tiers } from '../../../domain/tiers.ts';
import { User } from '../../identity/accounts/user.entity.ts';

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
    /** Only buyers and admins open a withdrawn or suspended item (`canView`). */
    status: p.enum(contentStates).default('published'),
    /** The member it was made for, until both agree to publish it (ADR-025). */
    madeFor: () => p.manyToOne(User).fieldName('made_for').nullable().deleteRule('restrict'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    publishedAt: p.datetime(3).defaultRaw('now()').nullable(),
    /** When a draft is published automatically. */
    publishAt: p.datetime(3).nullable(),
    /** End of early access for VIPs (ADR-018). */
    earlyUntil: p.datetime(3).nullable(),
    /** Who may save its best files, besides its creator (`mayDownload`). */
    downloads: p.enum(downloadRights).default('members'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
    /** Identifies one submission of the form (`attemptOf`), so that sending it twice publishes once. */
    attempt: p.text().nullable(),
  },
});
export type Content = InferEntity<typeof Content>;

/** Apart from the wide row, because counters change a thousand times more often. */
export const ContentStats = defineEntity({
  name: 'ContentStats',
  tableName: 'content_stats',
  properties: {
    content: () => p.oneToOne(Content).owner().primary().deleteRule('cascade'),
    creator: () => p.manyToOne(User).deleteRule('restrict'),
    /** Follows the item's status; a trigger keeps it (`schema.sql`). */
    isPublished: p.boolean().default(false),
    /** As the creator lists it; kept by the same trigger. */
    state: p.enum(ownItemStates).default('draft'),
    views: p.bigint('number').default(0),
    likes: p.bigint('number').default(0),
    sales: p.bigint('number').default(0),
    downloads: p.bigint('number').default(0),
    /** Comments and answers that are not removed. */
    comments: p.bigint('number').default(0),
    ratingSum: p.bigint('number').default(0),
    ratingCount: p.bigint('number').default(0),
    /** Computed by the database; text such as `4.50`. */
    ratingAverage: p.decimal('string').columnType('numeric(3,2)').generated('(0) stored'),
  },
});
export type ContentStats = InferEntity<typeof ContentStats>;

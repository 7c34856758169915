import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { Content } from '../../library/items/content.entity.ts';
import { removers } from './comment.schema.ts';

export const Comment = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    content: () => p.manyToOne(Content).deleteRule('cascade'),
    member: () => p.manyToOne(User).deleteRule('cascade'),
    /** The comment that this one answers; answers have no answers. */
    parentId: p.bigint('number').nullable(),
    /** The moment of the video that it is about. */
    seconds: p.integer().nullable(),
    /** Null once its author has deleted it or their account. */
    text: p.text().nullable(),
    /** Names the form, so that sending it twice is one comment. */
    attempt: p.text(),
    /** Its answers that are not removed. */
    replies: p.integer().default(0),
    isPinned: p.boolean().default(false),
    editedAt: p.datetime(3).nullable(),
    removedAt: p.datetime(3).nullable(),
    removedBy: p.enum(removers).nullable(),
    createdAt: p.datetime(3),
    /** The creator who is asked something and has not answered yet. */
    asked: () => p.manyToOne(User).nullable().deleteRule('cascade'),
  },
  uniques: [{ properties: ['member', 'attempt'] }],
});
export type Comment = InferEntity<typeof Comment>;

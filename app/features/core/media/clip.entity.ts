import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { Media } from './media.entity.ts';

export const clipStates = ['waiting', 'cutting', 'ready', 'failed'] as const;
export type ClipState = (typeof clipStates)[number];

/** A part of a video that members asked to repeat, silent and slowed down. The media store keeps its file under
 *  `key`. It names who asked only while it waits. */
export const Clip = defineEntity({
  name: 'Clip',
  tableName: 'clips',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    key: p.text().unique(),
    /** Null when the video is gone and the file is still to be removed. */
    media: () => p.manyToOne(Media).nullable().deleteRule('set null'),
    fromMs: p.integer(),
    toMs: p.integer(),
    /** How many times longer it plays than the video. */
    slowdown: p.integer(),
    state: p.enum(clipStates).default('waiting'),
    tries: p.integer().default(0),
    /** When it may be cut, or when a cut without heartbeat counts as dead. */
    cutAt: p.datetime(3).nullable(),
    askedAt: p.datetime(3),
    /** Whose share of the queue it takes; null once it is cut or given up (ADR-094). */
    askedBy: () => p.manyToOne(User).nullable().deleteRule('set null'),
    lastUsedAt: p.datetime(3),
  },
  uniques: [{ properties: ['media', 'fromMs', 'toMs', 'slowdown'] }],
});
export type Clip = InferEntity<typeof Clip>;

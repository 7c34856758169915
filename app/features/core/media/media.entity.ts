import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { type PictureStep, type Variant, type VideoStep, videoStates } from '../../../media/media.ts';
import { Message } from '../../community/messages/message.entity.ts';
import { User } from '../../identity/accounts/user.entity.ts';
import { Content } from '../../library/items/content.entity.ts';

/** An image or video of an item or message; the media store keeps its files under `key`. */
export const Media = defineEntity({
  name: 'Media',
  tableName: 'media',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    key: p.text().unique(),
    owner: () => p.manyToOne(User).deleteRule('restrict'),
    content: () => p.manyToOne(Content).nullable().deleteRule('set null'),
    message: () => p.manyToOne(Message).nullable().deleteRule('restrict'),
    position: p.integer().default(0),
    /** Identifies one submission of the form (`attemptOf`), so that sending it twice adds its files once. */
    attempt: p.text().nullable(),
    kind: p.enum(['image', 'video'] as const),
    status: p.enum(['uploading', 'ready', 'removed'] as const).default('uploading'),
    mime: p.text(),
    width: p.integer(),
    height: p.integer(),
    bytes: p.integer(),
    color: p.text(),
    widths: p.array<PictureStep>().columnType('int[]').default([]),
    hasFull: p.boolean().default(false),
    hasLoop: p.boolean().default(false),
    durationMs: p.integer().nullable(),
    streamOf: p.text().$type<Variant>().nullable(),
    /** Conversion of a video; null when none is needed. */
    videoState: p.enum(videoStates).nullable(),
    videoProgress: p.integer().nullable(),
    videoSteps: p.array<VideoStep>().columnType('int[]').default([]),
    videoTries: p.integer().default(0),
    /** When a waiting video may be taken, or when a conversion without heartbeat counts as dead. */
    convertAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type Media = InferEntity<typeof Media>;

/** Files without a medium and media without files, with the time when that was first noticed. */
export const MediaSuspect = defineEntity({
  name: 'MediaSuspect',
  tableName: 'media_suspects',
  properties: {
    key: p.text().primary(),
    why: p.enum(['no row', 'no file'] as const),
    seenAt: p.datetime(3),
  },
});

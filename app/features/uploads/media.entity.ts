import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { filmStates } from '../../media/media.ts';
import { User } from '../accounts/user.entity.ts';
import { Content } from '../content/content.entity.ts';
import { Message } from '../messages/message.entity.ts';

/** One picture or film of an item or message, in its order; the bytes live in the media store under `key`. */
export const Media = defineEntity({
  name: 'Media',
  tableName: 'media',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    key: p.text().unique(),
    owner: () => p.manyToOne(User).deleteRule('restrict'),
    content: () => p.manyToOne(Content).nullable().deleteRule('set null'),
    /** The message it was sent with: then only the two who write to each other open it. */
    message: () => p.manyToOne(Message).nullable().deleteRule('restrict'),
    position: p.integer().default(0),
    kind: p.enum(['image', 'video'] as const),
    status: p.enum(['uploading', 'ready', 'removed'] as const).default('uploading'),
    mime: p.text(),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    bytes: p.integer(),
    color: p.text().nullable(),
    widths: p.array<number>().columnType('int[]').default([]),
    /** Of pictures: there is a file of the full size, to be saved. */
    hasFull: p.boolean().default(false),
    durationMs: p.integer().nullable(),
    /** The variant that the media service made streams of. */
    streamOf: p.text().nullable(),
    /** Of films: how far the conversion is; null for what stays as it was sent. */
    filmState: p.enum(filmStates).nullable(),
    /** Percent, where the film says how long it is. */
    filmProgress: p.integer().nullable(),
    filmSteps: p.array<number>().columnType('int[]').default([]),
    filmTries: p.integer().default(0),
    /** When a film that waits may be taken, or a conversion without signs counts as dead. */
    convertAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type Media = InferEntity<typeof Media>;

/** Files in a media store that no medium knows, and media without any file, with the time of the first sight. */
export const MediaSuspect = defineEntity({
  name: 'MediaSuspect',
  tableName: 'media_suspects',
  properties: {
    key: p.text().primary(),
    why: p.enum(['no row', 'no file'] as const),
    seenAt: p.datetime(3),
  },
});

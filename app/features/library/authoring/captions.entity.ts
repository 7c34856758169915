import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { captionLanguages } from '../../../domain/caption-languages.ts';
import { Media } from '../../core/media/media.entity.ts';

/** Captions of a video as WebVTT that Summa wrote itself, one text a language. */
export const Captions = defineEntity({
  name: 'Captions',
  tableName: 'captions',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    media: () => p.manyToOne(Media).deleteRule('cascade'),
    language: p.enum(captionLanguages),
    text: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type Captions = InferEntity<typeof Captions>;

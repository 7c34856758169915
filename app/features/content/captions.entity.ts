import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Media } from '../uploads/media.entity.ts';
import { captionLanguages } from './captions.ts';

/** What is said in a film, as WebVTT that we wrote ourselves; one text a language. */
export const Captions = defineEntity({
  name: 'Captions',
  tableName: 'captions',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    media: () => p.manyToOne(Media).deleteRule('cascade'),
    language: p.enum(captionLanguages),
    text: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type Captions = InferEntity<typeof Captions>;

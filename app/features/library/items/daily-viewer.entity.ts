import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Content } from './content.entity.ts';

/** Who has seen an item on a day, so that a day counts one view of each viewer. */
export const ContentView = defineEntity({
  name: 'ContentView',
  tableName: 'content_views',
  properties: {
    content: () => p.manyToOne(Content).primary().deleteRule('cascade'),
    /** A hash of the member or the visitor. */
    viewer: p.text().primary(),
    day: p.date().primary(),
  },
});
export type ContentView = InferEntity<typeof ContentView>;

export const ContentDownload = defineEntity({
  name: 'ContentDownload',
  tableName: 'content_downloads',
  properties: {
    content: () => p.manyToOne(Content).primary().deleteRule('cascade'),
    viewer: p.text().primary(),
    day: p.date().primary(),
  },
});
export type ContentDownload = InferEntity<typeof ContentDownload>;

import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { MapPosition, MapTransition } from '../graph/map.entity.ts';
import { nameLanguages, termKinds } from './languages.ts';

/** A word of the sport, such as 'armbar', that many positions and transitions can share. */
export const MapTerm = defineEntity({
  name: 'MapTerm',
  tableName: 'map_terms',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    slug: p.text().unique(),
    kind: p.enum(termKinds),
  },
});
export type MapTerm = InferEntity<typeof MapTerm>;

/** A position or a transition that a term describes. */
export const MapTermLink = defineEntity({
  name: 'MapTermLink',
  tableName: 'map_term_links',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    term: () => p.manyToOne(MapTerm).deleteRule('cascade'),
    position: () => p.manyToOne(MapPosition).nullable().deleteRule('cascade'),
    transition: () => p.manyToOne(MapTransition).nullable().deleteRule('cascade'),
  },
});
export type MapTermLink = InferEntity<typeof MapTermLink>;

/** A name of exactly one term, position or transition. */
export const MapName = defineEntity({
  name: 'MapName',
  tableName: 'map_names',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    term: () => p.manyToOne(MapTerm).nullable().deleteRule('cascade'),
    position: () => p.manyToOne(MapPosition).nullable().deleteRule('cascade'),
    transition: () => p.manyToOne(MapTransition).nullable().deleteRule('cascade'),
    language: p.enum(nameLanguages),
    text: p.text(),
    /** By which it is found: without accents, hyphens and spaces. */
    key: p.text(),
    isPreferred: p.boolean().default(false),
    source: p.text(),
  },
});
export type MapName = InferEntity<typeof MapName>;

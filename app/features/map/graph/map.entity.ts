import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import type { Fit } from '../import/pose.ts';
import { mapStates, roles, rulesets } from './states.ts';

/** What the file said at the last import. An import changes only what the site still has from it. */
export type OriginFacts = Record<string, unknown>;

/** Who proposed a thing, and what became of it. Imported things are accepted and have neither. */
const decision = {
  state: p.enum(mapStates).default('accepted'),
  mergedInto: p.integer().nullable(),
  /** Where its proposer knows it from. */
  source: p.text().nullable(),
  proposedBy: () => p.manyToOne(User).fieldName('proposed_by').nullable().deleteRule('set null'),
  decidedBy: () => p.manyToOne(User).fieldName('decided_by').nullable().deleteRule('set null'),
  decidedAt: p.datetime(3).nullable(),
  declineReason: p.text().nullable(),
  createdAt: p.datetime(3).defaultRaw('now()'),
  updatedAt: p.datetime(3).defaultRaw('now()'),
};

/** How the drawing looks at it (`map/drawing`); null until it was found. */
const camera = {
  cameraYaw: p.float().columnType('real').nullable(),
  cameraPitch: p.float().columnType('real').nullable(),
  drawOrder: p.array<number>().columnType('smallint[]').nullable(),
};

export const MapPosition = defineEntity({
  name: 'MapPosition',
  tableName: 'map_positions',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    /** Finds an imported position again; null for a proposed one. */
    originKey: p.text().unique().nullable(),
    originFacts: p.json<OriginFacts>().nullable(),
    slug: p.text(),
    name: p.text(),
    /** A slug of `families.ts`. */
    family: p.text(),
    tags: p.array().columnType('text[]').default([]),
    /** An end of a transition that the file has no name for. */
    isWaypoint: p.boolean().default(false),
    /** Player 0 is on top (`decodeFrame`). */
    frame: p.blob().$type<Buffer>().nullable(),
    ...camera,
    /** The position whose drawing stands for a proposed one. */
    looksLike: p.integer().nullable(),
    ...decision,
  },
});
export type MapPosition = InferEntity<typeof MapPosition>;

export const MapTransition = defineEntity({
  name: 'MapTransition',
  tableName: 'map_transitions',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    originKey: p.text().unique().nullable(),
    originFacts: p.json<OriginFacts>().nullable(),
    slug: p.text(),
    name: p.text(),
    from: () => p.manyToOne(MapPosition).deleteRule('restrict'),
    to: () => p.manyToOne(MapPosition).deleteRule('restrict'),
    /** Turns the frame of `from` into the first of `frames`. */
    fromFit: p.json<Fit>().nullable(),
    /** Turns the frame of `to` into the last of `frames`. */
    toFit: p.json<Fit>().nullable(),
    /** The one on top of `from` is at the bottom of `to`. */
    changesRole: p.boolean().default(false),
    /** Who acts, by the roles of `from`. */
    actor: p.enum(roles).nullable(),
    bothWays: p.boolean().default(false),
    ruleset: p.enum(rulesets).default('both'),
    isTap: p.boolean().default(false),
    tags: p.array().columnType('text[]').default([]),
    /** Books and films that show it. */
    seenIn: p.array().columnType('text[]').default([]),
    frames: p.blob().$type<Buffer>().nullable(),
    perSecond: p.smallint().default(5),
    ...camera,
    ...decision,
  },
});
export type MapTransition = InferEntity<typeof MapTransition>;

/** A single row, whose number triggers raise with every change of the map. */
export const MapVersion = defineEntity({
  name: 'MapVersion',
  tableName: 'map_version',
  properties: {
    isOnly: p.boolean().primary().default(true),
    version: p.bigint('string'),
  },
});

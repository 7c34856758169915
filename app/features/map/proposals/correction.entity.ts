import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { MapPosition, MapTransition } from '../graph/map.entity.ts';
import { correctionStates, correctionSubjects } from './correction-terms.ts';

/** What a member says is wrong with a position or a transition, and what a curator decided. */
export const MapCorrection = defineEntity({
  name: 'MapCorrection',
  tableName: 'map_corrections',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    member: () => p.manyToOne(User).deleteRule('cascade'),
    position: () => p.manyToOne(MapPosition).nullable().deleteRule('cascade'),
    transition: () => p.manyToOne(MapTransition).nullable().deleteRule('cascade'),
    subject: p.enum(correctionSubjects),
    text: p.text(),
    source: p.text().nullable(),
    state: p.enum(correctionStates).default('open'),
    decidedBy: () => p.manyToOne(User).fieldName('decided_by').nullable().deleteRule('set null'),
    decidedAt: p.datetime(3).nullable(),
    reason: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type MapCorrection = InferEntity<typeof MapCorrection>;

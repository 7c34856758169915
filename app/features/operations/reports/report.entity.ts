import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { outcomes, reasonNames, subjectKinds } from './outcomes.ts';

/** All reports about one subject until an admin decides; a later report opens a new case. */
export const ReportCase = defineEntity({
  name: 'ReportCase',
  tableName: 'report_cases',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    kind: p.enum(subjectKinds),
    subjectId: p.bigint('number'),
    subjectName: p.text(),
    owner: () => p.manyToOne(User).nullable().deleteRule('set null'),
    openedAt: p.datetime(3),
    reports: p.integer().default(0),
    decidedAt: p.datetime(3).nullable(),
    decidedBy: () => p.manyToOne(User).nullable().fieldName('decided_by').deleteRule('set null'),
    outcome: p.enum(outcomes).nullable(),
    personNote: p.text().nullable(),
    undoneAt: p.datetime(3).nullable(),
    undoneBy: () => p.manyToOne(User).nullable().fieldName('undone_by').deleteRule('set null'),
  },
});
export type ReportCase = InferEntity<typeof ReportCase>;

export const Report = defineEntity({
  name: 'Report',
  tableName: 'reports',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    case: () => p.manyToOne(ReportCase).deleteRule('cascade'),
    reporter: () => p.manyToOne(User).nullable().deleteRule('set null'),
    reason: p.enum(reasonNames),
    details: p.text().nullable(),
    /** The subject's text at that moment, because its owner may change it. */
    seen: p.text().nullable(),
    createdAt: p.datetime(3),
  },
  uniques: [{ properties: ['case', 'reporter'] }],
});
export type Report = InferEntity<typeof Report>;

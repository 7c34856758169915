import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { outcomes, reasonNames, subjectKinds } from './words.ts';

/** All reports about one subject until an admin decides; the next one opens a new case. */
export const ReportCase = defineEntity({
  name: 'ReportCase',
  tableName: 'report_cases',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    kind: p.enum(subjectKinds),
    /** Of an item, a rating, a user or a message; it may be gone when somebody reads this. */
    subjectId: p.integer(),
    subjectName: p.text(),
    /** Whose it is. */
    owner: () => p.manyToOne(User).nullable().deleteRule('set null'),
    openedAt: p.datetime(3),
    reports: p.integer().default(0),
    decidedAt: p.datetime(3).nullable(),
    decidedBy: () => p.manyToOne(User).nullable().fieldName('decided_by').deleteRule('set null'),
    outcome: p.enum(outcomes).nullable(),
    /** What the owner was told. */
    personNote: p.text().nullable(),
    undoneAt: p.datetime(3).nullable(),
    undoneBy: () => p.manyToOne(User).nullable().fieldName('undone_by').deleteRule('set null'),
  },
});
export type ReportCase = InferEntity<typeof ReportCase>;

/** What one member said about the subject of a case. */
export const Report = defineEntity({
  name: 'Report',
  tableName: 'reports',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    case: () => p.manyToOne(ReportCase).deleteRule('cascade'),
    reporter: () => p.manyToOne(User).nullable().deleteRule('set null'),
    reason: p.enum(reasonNames),
    details: p.text().nullable(),
    /** The subject's words at that moment: its owner may change them before somebody looks. */
    seen: p.text().nullable(),
    createdAt: p.datetime(3),
  },
  uniques: [{ properties: ['case', 'reporter'] }],
});
export type Report = InferEntity<typeof Report>;

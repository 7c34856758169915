import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import type { SubjectKind } from './subjects.ts';

/** What is known of a subject, by name. */
export type Facts = Record<string, unknown>;

/** One action of an admin. The table only grows: the database refuses updates and deletes. */
export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_log',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    at: p.datetime(3),
    /** Null for a command of `bin/admin`. */
    actor: () => p.manyToOne(User).nullable().deleteRule('restrict'),
    verb: p.text(),
    subjectKind: p.text().$type<SubjectKind>(),
    subjectId: p.text(),
    /** The name at that time; the subject itself may be gone. */
    subjectName: p.text(),
    before: p.json<Facts>().nullable(),
    after: p.json<Facts>().nullable(),
    note: p.text().nullable(),
  },
});
export type AuditEntry = InferEntity<typeof AuditEntry>;

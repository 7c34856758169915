import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

/** One thing that an admin did. The table only grows: the database refuses to change or delete a row. */
export const Act = defineEntity({
  name: 'Act',
  tableName: 'acts',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    at: p.datetime(3),
    /** Null: somebody at the machine itself, by `bin/admin`. */
    actor: () => p.manyToOne(User).nullable().deleteRule('restrict'),
    verb: p.text(),
    subjectKind: p.text(),
    subjectId: p.text(),
    /** The subject's name at that time: it may be gone when somebody reads this. */
    subjectName: p.text(),
    before: p.json().nullable(),
    after: p.json().nullable(),
    note: p.text().nullable(),
  },
});
export type Act = InferEntity<typeof Act>;

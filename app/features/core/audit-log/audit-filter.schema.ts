import { z } from 'zod';
import { type SubjectKind, subjectKinds } from './subjects.ts';

/** Year 0 is valid in ISO 8601 but not in PostgreSQL. */
const isDay = z.iso.date().refine((day) => !day.startsWith('0000'));
const day = z.preprocess((value) => (value === '' ? undefined : value), isDay.optional());
const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().max(64).optional());
const kinds = Object.keys(subjectKinds) as [SubjectKind, ...SubjectKind[]];

export const auditFilterSchema = z.object({
  by: text.catch(undefined),
  kind: z
    .preprocess((value) => (value === '' ? undefined : value), z.enum(kinds).optional())
    .catch(undefined),
  id: text.catch(undefined),
  /** Calendar days in UTC, both included. */
  from: day.catch(undefined),
  to: day.catch(undefined),
});
export type AuditFilter = Partial<z.output<typeof auditFilterSchema>>;

import { z } from 'zod';
import { type SubjectKind, subjectKinds } from './words.ts';

/** The year 0 is a date to ISO and none to PostgreSQL. */
const isDay = z.iso.date().refine((day) => !day.startsWith('0000'));
const day = z.preprocess((value) => (value === '' ? undefined : value), isDay.optional());
const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().max(64).optional());
const kinds = Object.keys(subjectKinds) as [SubjectKind, ...SubjectKind[]];

/** The log's filter, from the query string; what cannot be read is left out rather than refused. */
export const actFilterSchema = z.object({
  /** The admin's username. */
  by: text.catch(undefined),
  kind: z
    .preprocess((value) => (value === '' ? undefined : value), z.enum(kinds).optional())
    .catch(undefined),
  /** The subject's number; it says something only beside `kind`. */
  id: text.catch(undefined),
  /** Calendar days, UTC, both included. */
  from: day.catch(undefined),
  to: day.catch(undefined),
});
export type ActFilter = Partial<z.output<typeof actFilterSchema>>;

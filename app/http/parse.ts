import type { z } from 'zod';
import { Invalid } from '../errors.ts';
import { plainWords } from './plain-words.ts';

/** Parses with zod. @throws Invalid, the messages by field path, without repetitions */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: plainWords });
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.map(String).join('.');
    errors[field] = [...new Set([...(errors[field] ?? []), issue.message])];
  }
  throw new Invalid(errors);
}

import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import { plainWords } from '../plain-words.ts';
import { isPlainName } from '../uploads/field-name.ts';

export interface FormAnswer {
  form: {
    status: 'error';
    initialValue: Record<string, unknown> | null;
    error: Record<string, string[] | null> | null;
  };
}

export class InvalidForm extends Error {
  readonly answer: FormAnswer;
  constructor(answer: FormAnswer) {
    super('The form does not fit its schema');
    this.answer = answer;
  }
}

/** Parses fields; only the schema's names reach the form library, which reads others as paths (ADR-036). `also` are
 *  errors found elsewhere, such as in files.
 *  @throws InvalidForm, the 422 answer with the form's values */
export function parseForm<Schema extends z.ZodType>(
  fields: FormData,
  schema: Schema,
  also: Record<string, string[]> = {},
): z.output<Schema> {
  expectForm(fields, schema);
  const submission = parseWithZod(onlyNamed(fields, fieldNames(schema)), { schema, error: plainWords });
  if (submission.status === 'success' && Object.keys(also).length === 0) {
    return submission.value as z.output<Schema>;
  }
  const found = Object.entries(submission.status === 'success' ? {} : (submission.error ?? {}));
  const error = {
    ...also,
    ...Object.fromEntries(found.map(([name, messages]) => [name, messages ? [...messages] : null])),
  };
  throw new InvalidForm({ form: { status: 'error', initialValue: shownAgain(fields), error } });
}

const expected = new WeakMap<FormData, z.ZodType>();

/** Names the schema of posted fields, so that a refusal before the parse can show them again. */
export function expectForm(fields: FormData, schema: z.ZodType): void {
  expected.set(fields, schema);
}

const pendingFiles = 'kept';

/** The values of a refused form that are shown again, without secrets; empty without a schema. */
export function shownAgain(fields: FormData): Record<string, unknown> {
  const schema = expected.get(fields);
  const values: Record<string, unknown> = {};
  for (const name of schema ? [...fieldNames(schema), pendingFiles] : []) {
    if (!fields.has(name) || /password|^code$/i.test(name)) continue;
    const all = fields.getAll(name).filter((value) => typeof value === 'string');
    values[name] = all.length > 1 ? all : all[0];
  }
  return values;
}

function onlyNamed(fields: FormData, names: ReadonlySet<string>): FormData {
  const named = new FormData();
  for (const [name, value] of fields) if (names.has(name)) named.append(name, value);
  return named;
}

const known = new WeakMap<z.ZodType, ReadonlySet<string>>();

/** The field names of a form's schema, through unions and other wrappers.
 *  @throws Error for a schema without known names, or with a name that conform reads as a path */
export function fieldNames(schema: z.ZodType): ReadonlySet<string> {
  const found = known.get(schema);
  if (found) return found;
  const names = new Set(namesIn(schema, new Set()));
  const odd = [...names].filter((name) => !isPlainName(name));
  if (odd.length > 0) throw new Error(`No form has a field of this name: ${odd.join(', ')}`);
  known.set(schema, names);
  return names;
}

interface Definition {
  type: string;
  shape?: object;
  options?: z.ZodType[];
  left?: z.ZodType;
  right?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  innerType?: z.ZodType;
  getter?: () => z.ZodType;
}

function namesIn(schema: z.ZodType, seen: Set<z.ZodType>): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { type, shape, options, left, right, in: before, out, innerType, getter } = definitionOf(schema);
  if (shape) return Object.keys(shape);
  // Only code knows what a preprocessing step takes, so the schema after it gives the names.
  const isPrepared = before && definitionOf(before).type === 'transform';
  const inner = [...(options ?? []), left, right, isPrepared ? out : before, innerType, getter?.()];
  const parts = inner.filter((each) => each !== undefined);
  if (parts.length === 0) throw new Error(`A form cannot be parsed by a schema without names: ${type}`);
  return parts.flatMap((each) => namesIn(each, seen));
}

const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

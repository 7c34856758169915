import type { ZodType } from 'zod';

/** What a column of a hand-written statement holds. */
export interface Column<T> {
  /** The names of PostgreSQL's types that come as this value. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  /** Says what is wrong with a value, for columns whose type allows more than they hold. */
  refuse?(value: T): string | null;
  /** Only for the compiler; never set. */
  readonly holds?: T;
}

export type Shape = Readonly<Record<string, Column<unknown>>>;
export type RowOf<S extends Shape> = {
  -readonly [Name in keyof S]: S[Name] extends Column<infer T> ? T : never;
};

const column = <T>(...types: string[]): Column<T> => ({ types, nullable: false });

/** A whole number. A `bigint` comes as one on connections of `openOrm` (`readWholeNumbers`). */
export const int = column<number>('int4', 'int2', 'int8');
export const float = column<number>('float8');
export const bool = column<boolean>('bool');
export const text = column<string>('text', 'varchar', 'citext');
/** A `bigint` on the sandbox's connections, where it comes as text. */
export const bigint = column<string>('int8');
/** A `numeric`, which comes as text. */
export const decimal = column<string>('numeric');
/** A `timestamptz`, as PostgreSQL's text. */
export const moment = column<string>('timestamptz');
export const day = column<string>('date');
export const bytes = column<Buffer>('bytea');
export const texts = column<string[]>('_text', '_varchar', '_citext');

/** A text out of a fixed set, such as a state. */
export function oneOf<const Value extends string>(values: readonly Value[]): Column<Value> {
  const refuse = (value: Value) => (values.includes(value) ? null : `none of ${values.join(', ')}`);
  return { ...column<Value>(...text.types), refuse };
}

/** A list of texts out of a fixed set. */
export function manyOf<const Value extends string>(values: readonly Value[]): Column<Value[]> {
  const each = oneOf(values);
  return {
    ...column<Value[]>(...texts.types),
    refuse: (list) => list.map((value) => each.refuse?.(value)).find(Boolean) ?? null,
  };
}

/** A JSON value, which tests parse by the schema. */
export function json<T>(schema: ZodType<T>): Column<T> {
  const refuse = (value: T) => schema.safeParse(value).error?.message ?? null;
  return { ...column<T>('json', 'jsonb'), refuse };
}

export const nullable = <T>({ types, refuse }: Column<T>): Column<T | null> => ({
  types,
  nullable: true,
  refuse: (value) => (value === null ? null : (refuse?.(value) ?? null)),
});

export type RowCheck = (shape: Shape, rows: readonly object[]) => void;

let check: RowCheck | null = null;

/** Lets tests check every statement's rows. The product runs without. */
export function checkRowsWith(given: RowCheck | null) {
  check = given;
}

export function checkRows(shape: Shape, rows: readonly object[]) {
  check?.(shape, rows);
}

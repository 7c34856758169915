import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Em } from './orm.server.ts';
import type { Tables } from './tables.ts';

export { sql };

/** Typed statements in `em`'s transaction: `await db(em).selectFrom('likes').select('user_id').execute()`. */
export const db = (em: Em): Kysely<Tables> => em.getKysely() as unknown as Kysely<Tables>;

/** Stands for a value in a statement that is compiled once. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A statement of which only the values differ: it is written and compiled once, which for the viewer of a request took a
 *  fifteenth of a like. @param build gets a stand-in for each value, of which it may only make a parameter */
export function compiledOnce<Values extends object, Row>(
  build: (tables: Kysely<Tables>, values: Values) => Compilable<Row>,
) {
  let compiled: CompiledQuery<Row> | undefined;
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values;
  return async (em: Em, values: Values): Promise<Row[]> => {
    compiled ??= build(db(em), slots).compile();
    const parameters = compiled.parameters.map((each) =>
      each instanceof Slot ? values[each.name as keyof Values] : each,
    );
    const { rows } = await db(em).executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

export const countAll = (): RawBuilder<number> => sql<number>`count(*)`;

/** `= any(…)` with all values as one parameter, so that the statement's text does not depend on their number. */
export const anyOf = <T extends number | string>(
  type: 'int4' | 'int8' | 'text',
  values: readonly T[],
): RawBuilder<T> => sql<T>`any(${values}::${sql.raw(type)}[])`;

/** A list that mostly has one value, as an array. PostgreSQL would plan the statement at each execution, because it expects
 *  that a plan for one is cheaper; the inner `select` hides the length from it. */
export const fewOf = <T extends number | string>(
  type: 'int4' | 'text',
  values: readonly T[],
): RawBuilder<T[]> => sql<T[]>`(select ${values}::${sql.raw(type)}[])::${sql.raw(type)}[]`;

/** `anyOf` for such a list. */
export const anyOfFew = <T extends number | string>(
  type: 'int4' | 'text',
  values: readonly T[],
): RawBuilder<T> => sql<T>`any(${fewOf(type, values)})`;

/** An id of a request to compare with a column, which may be an `int` and the id larger. */
export const bigint = (id: number): RawBuilder<number> => sql<number>`${id}::bigint`;

/** A time to compare with a column, whose type is the text that PostgreSQL answers. */
export const timestamptz = (time: Date): RawBuilder<string> => sql<string>`${time}::timestamptz`;

/** For a transaction that reads or changes many thousands of rows, which takes longer than a usual request. */
export const allowLongStatements = (em: Em) => sql`set local statement_timeout = '60s'`.execute(db(em));

/** Makes transactions that name the same take turns, each until it ends. */
export async function takeAdvisoryLock(em: Em, name: string): Promise<void> {
  const lock = sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
  await db(em).selectNoFrom(lock.as('lock')).execute();
}

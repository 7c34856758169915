import pg from 'pg';
import { inject } from 'vitest';
import { type Column, checkRowsWith, type Shape } from '../../../app/db/row-shape.ts';
import { askAndHear } from './hear-answer.ts';

interface Field {
  name: string;
  dataTypeID: number;
}

/** What outlives a test file: the files of a worker share its prototypes, but each loads the modules anew. */
interface Kept {
  described: WeakMap<object, Field[]>;
  typeNames: Map<number, string>;
}

const keptAs = Symbol.for('summa row check');
let kept: Kept = { described: new WeakMap(), typeNames: new Map() };

/** Says how rows differ from the shape their statement declares, in names, types and nulls. */
export function differences(shape: Shape, rows: readonly object[], fields: Field[]): string[] {
  const named = fields.map(({ name }) => name);
  const missing = Object.keys(shape).filter((name) => !named.includes(name));
  return [
    ...missing.map((name) => `${name} is not answered`),
    ...fields.flatMap((field, place) => {
      const column = shape[field.name];
      if (!column) return `${field.name} is not declared`;
      if (named.indexOf(field.name) !== place) return `${field.name} is answered twice`;
      const type = kept.typeNames.get(field.dataTypeID) ?? `type ${field.dataTypeID}`;
      if (!column.types.includes(type)) return `${field.name} is ${type}, not ${column.types.join(' or ')}`;
      return rows.flatMap((row) => refused(column, Reflect.get(row, field.name), field.name)).slice(0, 1);
    }),
  ];
}

function refused(column: Column<unknown>, value: unknown, name: string): string[] {
  if (value === null) return column.nullable ? [] : [`${name} is null`];
  const reason = column.refuse?.(value);
  return reason ? [`${name} is ${JSON.stringify(value)}: ${reason}`] : [];
}

async function readTypeNames() {
  const client = new pg.Client({ connectionString: inject('templateUrl') });
  await client.connect();
  const { rows } = await client.query<{ oid: number; typname: string }>('select oid, typname from pg_type');
  for (const { oid, typname } of rows) kept.typeNames.set(Number(oid), typname);
  await client.end();
}

/** Keeps what PostgreSQL says about the columns of each answer, which Kysely drops. */
function keepDescriptions() {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const keep = (_error: Error | null, answer?: unknown) => {
    const { rows, fields } = Object(answer) as { rows?: object; fields?: Field[] };
    if (rows && fields) kept.described.set(rows, fields);
  };
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      return askAndHear(query, this, args, keep);
    },
  });
}

/** From now on, this test file compares the rows of every hand-written statement with its shape. */
export async function checkEveryRow() {
  const before = Reflect.get(pg.Client.prototype, keptAs) as Kept | undefined;
  if (before) kept = before;
  else {
    Object.defineProperty(pg.Client.prototype, keptAs, { value: kept });
    await readTypeNames();
    keepDescriptions();
  }
  checkRowsWith((shape, rows) => {
    const fields = kept.described.get(rows);
    const wrong = fields ? differences(shape, rows, fields) : ['PostgreSQL has not described it'];
    if (wrong.length > 0)
      throw new Error(`A statement answers other rows than declared: ${wrong.join('; ')}`);
  });
}

import { expect, test } from 'vitest';
import { testWorld } from '../../tests/support/world.ts';
import { bool, nullable, rows, text } from './raw.server.ts';

const world = testWorld();

/** Columns that the database computes for searches. Only hand-written statements use them. */
const forSearches = [
  'users.name_search',
  ...['search', 'name_search', 'title_search', 'names_search', 'map_keys'].map((name) => `content.${name}`),
];
/** The database computes it, so PostgreSQL does not know that it is never null. */
const neverNull = 'content_stats.rating_average';
/** The rule, not the table, knows the languages. */
const checkedByRule = 'captions.language';
/** Tables of the libraries that keep them. */
const foreignTables = ['migrations'];

interface Described {
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  values: string[] | null;
}

const typeOf = (type: string) =>
  type
    .replace(/^timestamp\((\d)\) with time zone$/, 'timestamptz($1)')
    .replace(/^timestamp with time zone$/, 'timestamptz')
    .replace(/^integer/, 'int');

async function inDatabase() {
  const columns = await rows(world.em(), {
    name: text,
    type: text,
    isNullable: bool,
    hasDefault: bool,
    check: nullable(text),
  })`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as "isNullable", a.atthasdef or a.attidentity <> '' as "hasDefault",
      (select pg_get_constraintdef(o.oid) from pg_constraint o
        where o.conrelid = c.oid and o.contype = 'c' and o.conkey = array[a.attnum]
          and pg_get_constraintdef(o.oid) like '%ANY (ARRAY[%' limit 1) as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`;
  const described = columns.map(({ name, type, check, ...rest }): [string, Described] => [
    name,
    {
      type: typeOf(type),
      values: check === null ? null : wordsOf(check),
      ...rest,
      ...(name === neverNull && { isNullable: false }),
    },
  ]);
  return new Map(described.filter(([name]) => !foreignTables.includes(name.split('.')[0] ?? '')));
}

const wordsOf = (check: string) =>
  [...check.matchAll(/'(\w+(?:[ -]\w+)*)'::text/g)].map(([, word]) => word ?? '').sort();

function inEntities() {
  const found = new Map<string, Described>();
  for (const { tableName, properties } of world.em().getMetadata().getAll().values()) {
    for (const property of Object.values(properties)) {
      property.fieldNames?.forEach((field, place) => {
        found.set(`${tableName}.${field}`, {
          type: typeOf(property.columnTypes?.[place] ?? ''),
          isNullable: Boolean(property.nullable),
          hasDefault: [
            property.default,
            property.defaultRaw,
            property.autoincrement,
            property.generated,
          ].some(Boolean),
          values: property.enum ? [...(property.items ?? [])].map(String).sort() : null,
        });
      });
    }
  }
  return found;
}

test('the entities, and so the types of all statements, say what the database holds', async () => {
  const tables = await inDatabase();
  for (const name of forSearches) expect(tables.delete(name), name).toBe(true);
  const entities = inEntities();
  expect([...entities.keys()].sort()).toEqual([...tables.keys()].sort());
  for (const [name, column] of tables) {
    const { values, ...facts } = column;
    const entity = entities.get(name);
    expect.soft({ ...entity, values: null }, name).toEqual({ ...facts, values: null });
    if (entity?.values && name !== checkedByRule) expect.soft(entity.values, name).toEqual(values);
  }
});

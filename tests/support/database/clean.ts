import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** What a database is, apart from its rows: a test that changed it leaves a database that no other test may get. */
const design = `select md5(concat_ws('|',
  (select string_agg(format('%s %s %s %s %s', oid, relfilenode, relnatts, reloptions, relacl), ',' order by oid)
    from pg_class where oid >= 16384 and relkind in ('r', 'i', 'v', 'm', 'S', 'p')),
  (select string_agg(format('%s %s %s %s %s', attrelid, attnum, atttypid, attnotnull, atthasdef), ',' order by attrelid, attnum)
    from pg_attribute where attrelid >= 16384),
  (select string_agg(oid::text, ',' order by oid) from pg_attrdef),
  (select string_agg(format('%s %s', oid, md5(ev_action::text)), ',' order by oid) from pg_rewrite where oid >= 16384),
  (select string_agg(format('%s %s', oid, md5(prosrc)), ',' order by oid) from pg_proc where oid >= 16384),
  (select string_agg(format('%s %s', oid, tgenabled), ',' order by oid) from pg_trigger),
  (select string_agg(format('%s %s', oid, convalidated), ',' order by oid) from pg_constraint where oid >= 16384),
  (select string_agg(format('%s %s', setdatabase, setconfig), ',') from pg_db_role_setting),
  (select string_agg(format('%s %s', oid, nspname), ',' order by oid) from pg_namespace where oid >= 16384)
)) as design`;

const tables = `select oid::regclass::text as name from pg_class
  where oid >= 16384 and relkind = 'r' order by oid`;
const sequences = `select oid::regclass::text as name from pg_class where oid >= 16384 and relkind = 'S' order by oid`;

/** A new database has no statistics, and PostgreSQL plans for other sizes with those of rows that have gone. */
const forgetStatistics = `
  select pg_clear_relation_stats(relnamespace::regnamespace::text, relname)
  from pg_class where oid >= 16384 and relnamespace <> 'pg_toast'::regnamespace
    and (relkind = 'r' and reltuples >= 0 or relkind = 'i' and reltuples > 0);
  delete from pg_statistic where starelid >= 16384`;

/** Triggers that refuse even what a replica would do. */
const stubborn = `select tgrelid::regclass::text as "table", quote_ident(tgname) as trigger
  from pg_trigger where tgenabled = 'A'`;

/** How a database was when it was new. */
export interface New {
  design: string;
  tables: string[];
  /** The rows of the few tables that have some, as text. */
  rows: Record<string, string[]>;
  stubborn: { table: string; trigger: string }[];
  /** SQL that sets the sequences back. */
  sequences: string;
}

const quoted = (text: string) => pg.escapeLiteral(text);

/** Reads a database that no test has used. */
export async function readNew(client: pg.Client): Promise<New> {
  const names = (await client.query<{ name: string }>(tables)).rows.map(({ name }) => name);
  const { rows } = await client.query<{ name: string; rows: string[] | null }>(
    names.map((name) => `select ${quoted(name)} as name, ${rowsOf(name)} as rows`).join(' union all '),
  );
  const counters = (await client.query<{ name: string }>(sequences)).rows.map(({ name }) => name);
  const { rows: places } = await client.query<{ name: string; last_value: string; is_called: boolean }>(
    counters
      .map((name) => `select ${quoted(name)} as name, last_value, is_called from ${name}`)
      .join(' union all '),
  );
  return {
    design: (await client.query<{ design: string }>(design)).rows[0]?.design ?? '',
    tables: names,
    stubborn: (await client.query<{ table: string; trigger: string }>(stubborn)).rows,
    rows: Object.fromEntries(rows.flatMap(({ name, rows }) => (rows ? [[name, rows]] : []))),
    sequences: places
      .map(({ name, last_value, is_called }) => `setval(${quoted(name)}, ${last_value}, ${is_called})`)
      .join(', '),
  };
}

const rowsOf = (name: string) => `(select array_agg(t::text order by t::text) from ${name} t)`;
const rowsAgain = (name: string, rows: readonly string[]) =>
  rows.length === 0 ? [] : `insert into ${name} select (row::${name}).* from unnest(${arrayOf(rows)}) as row`;
const arrayOf = (texts: readonly string[]) => `array[${texts.map(quoted).join(', ')}]::text[]`;

/** Empties a database that its test has left, and writes the rows that a new one has again.
 *  @returns false when only another database will do: it is large, its design was changed, or it is still in use */
export async function isNewAgain(client: pg.Client, fresh: New): Promise<boolean> {
  if (!(await isLeft(client)) || !(await isSmall(client))) return false;
  if ((await client.query<{ design: string }>(design)).rows[0]?.design !== fresh.design) return false;
  const { rows } = await client.query<{ name: string }>(
    fresh.tables
      .map((name) => {
        const rows = fresh.rows[name];
        const isOther = rows
          ? `${rowsOf(name)} is distinct from ${arrayOf(rows)}`
          : `exists (select from ${name})`;
        return `select ${quoted(name)} as name where ${isOther}`;
      })
      .join(' union all '),
  );
  const used = rows.map(({ name }) => name);
  const inTheWay = fresh.stubborn.filter(({ table }) => used.includes(table));
  // Without triggers: some tables refuse to be emptied, and others would say what has changed.
  await client.query(
    [
      'set session_replication_role = replica',
      ...inTheWay.map(({ table, trigger }) => `alter table ${table} disable trigger ${trigger}`),
      ...used.map((name) => `delete from ${name}`),
      ...used.flatMap((name) => rowsAgain(name, fresh.rows[name] ?? [])),
      ...inTheWay.map(({ table, trigger }) => `alter table ${table} enable always trigger ${trigger}`),
    ].join(';'),
  );
  await client.query(`select ${fresh.sequences}`);
  await client.query(forgetStatistics);
  return true;
}

/** A new one has 14 MB. Many deleted rows would take long, and leave room that plans and scans notice. */
async function isSmall(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isSmall: boolean }>(
    `select pg_database_size(current_database()) < 22000000 as "isSmall"`,
  );
  return rows[0]?.isSmall === true;
}

/** Whether all others have gone: one that still ends might write. */
async function isLeft(client: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < 40; tries += 1) {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    if (rows[0]?.others === 0) return true;
    await sleep(5);
  }
  return false;
}

import pg from 'pg';
import type { Case } from './case.ts';
import { honestCase, type Knowledge } from './generate.ts';
import { type Random, random } from './random.ts';

/** Longer than a statement of the site may take. */
const longMs = 6_500;

/** Makes the database refuse what the site asks while `work` runs, from a connection of its own: tables locked until
 *  statements run out of time, waiting statements cancelled, transactions in a deadlock. */
export async function whileRefusing(
  databaseUrl: string,
  seed: number,
  number: number,
  work: () => Promise<unknown>,
) {
  const chance = random(`${seed} refusal ${number}`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tables = await tablesOf(client);
    const way = ways[number % ways.length]!;
    await way(client, chance, tables, work);
  } finally {
    await client.end();
  }
}

type Way = (
  client: pg.Client,
  chance: Random,
  tables: string[],
  work: () => Promise<unknown>,
) => Promise<void>;

/** Cancels waiting statements soon, as a timeout would after five seconds. */
const cancelled: Way = async (client, chance, tables, work) => {
  await client.query('begin');
  await lock(client, chance.some(tables, Math.ceil(tables.length / 3)), chance.pick(modes));
  const working = work();
  let isDone = false;
  void working.finally(() => {
    isDone = true;
  });
  for (let turn = 0; turn < 12 && !isDone; turn += 1) {
    await pause(120);
    await client.query(`select pg_cancel_backend(pid) from pg_stat_activity
      where application_name = 'summa' and datname = current_database() and wait_event_type = 'Lock'`);
  }
  await client.query('rollback');
  await working;
};

/** Holds a lock for longer than any statement may wait. */
const locked: Way = async (client, chance, tables, work) => {
  await client.query('begin');
  await lock(client, chance.some(tables, Math.ceil(tables.length / 2)), 'access exclusive');
  const working = work();
  await Promise.race([working, pause(longMs)]);
  await client.query('rollback');
  await working;
};

/** Locks tables one after the other, in another order than the site. */
const entangled: Way = async (client, chance, tables, work) => {
  const order = chance.some(tables, 14);
  const working = work();
  for (let turn = 0; turn < 3; turn += 1) {
    await client.query('begin');
    try {
      for (const table of chance.some(order, order.length)) {
        await lock(client, [table], 'exclusive');
        await pause(30);
      }
      await pause(300);
    } catch (error) {
      // PostgreSQL may choose either transaction of a deadlock.
      if ((error as { code?: string }).code !== '40P01') throw error;
    }
    await client.query('rollback');
  }
  await working;
};

const ways: Way[] = [cancelled, entangled, cancelled, locked];
const modes = ['access exclusive', 'exclusive', 'share row exclusive'];

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const lock = (client: pg.Client, tables: string[], mode: string) =>
  client.query(`lock table ${tables.join(', ')} in ${mode} mode`);

/** All tables. Those of sessions are left out, so that requests get further. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'sandbox') and tablename not in ('migrations', 'sessions', 'users')
    order by 1`);
  return rows.map(({ name }) => name);
}

/** The requests at the same time: as many as the site has connections, and some more. */
export function casesMeanwhile(seed: number, number: number, known: Knowledge): Case[] {
  const chance = random(`${seed} meanwhile ${number}`);
  return Array.from({ length: 14 }, (_, n) => {
    const made = honestCase(chance.pick(known.targets), chance, known);
    return { ...made, from: `${seed}:refusal ${number}.${n}` };
  });
}

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { needFolder } from '../db/folders.server.ts';
import type { Manifest } from './manifest.ts';

interface Order {
  url: string;
  /** Null when media are stored elsewhere. */
  mediaFolder: string | null;
  /** The folder to write; it must not exist yet. */
  folder: string;
  now: Date;
}

/** Writes rows and media of one moment; the folder gets its name only when complete. @throws Error */
export async function takeBackup({ url, mediaFolder, folder, now }: Order): Promise<Manifest> {
  if (existsSync(folder)) throw new Error(`${folder} exists already.`);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  needFolder(dirname(folder));
  await mkdir(join(unfinished, 'tables'), { recursive: true, mode: 0o700 });
  const client = new pg.Client({ connectionString: url, application_name: 'summa backup' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const tables: Manifest['tables'] = [];
    for (const table of await tablesOf(client)) tables.push(await writeTable(client, table, unfinished));
    const { rows: applied } = await client.query('select name from migrations order by id desc limit 1');
    const { rows: sequences } = await client.query(sequencesNow);
    const { rows: jobs } = await client.query(jobsNow);
    await client.query('commit');
    // After the rows: a file without a row does no harm, a row without its file would.
    const media = mediaFolder ? await copyMedia(mediaFolder, join(unfinished, 'media')) : null;
    const facts = { takenAt: now.toISOString(), migration: String(applied[0]?.name) };
    const manifest: Manifest = { format: 1, ...facts, tables, sequences, jobs, media };
    await writeFile(join(unfinished, 'manifest.json'), JSON.stringify(manifest, null, 2), { mode: 0o600 });
    await rename(unfinished, folder);
    return manifest;
  } finally {
    await client.end();
  }
}

interface Table {
  schema: string;
  name: string;
  columns: string[];
}

/** Unlogged tables are left out, and the list of migrations, which the restore writes itself. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname in ('public', 'sandbox') and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname <> 'migrations'
    group by 1, 2 order by 1, 2`);
  return rows;
}

const sequencesNow = `
  select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
  where schemaname in ('public', 'sandbox') and last_value is not null and sequencename not like 'migrations%'`;
const jobsNow = `
  select t.identifier as task, j.payload, j.run_at as "runAt", j.max_attempts::int as "maxAttempts", j.key
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`;

export const quoted = (name: string) => pg.escapeIdentifier(name);
export const tableName = ({ schema, name }: { schema: string; name: string }) =>
  `${quoted(schema)}.${quoted(name)}`;

async function writeTable(client: pg.Client, table: Table, folder: string): Promise<Manifest['tables'][0]> {
  const file = `tables/${table.schema}.${table.name}.copy.gz`;
  const copy = copyTo(`copy ${tableName(table)} (${table.columns.map(quoted).join(', ')}) to stdout`);
  const stream = client.query(copy);
  await pipeline(stream, createGzip({ level: 6 }), createWriteStream(join(folder, file), { mode: 0o600 }));
  return { ...table, rows: copy.rowCount ?? 0, file, sha256: await sha256(join(folder, file)) };
}

export async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Media files never change once written, so a hard link is as good as a copy. */
async function copyMedia(from: string, to: string) {
  await mkdir(to, { recursive: true, mode: 0o700 });
  if (!existsSync(from)) return { files: 0, bytes: 0 };
  let files = 0;
  let bytes = 0;
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.part')) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    try {
      await duplicate(source, target);
    } catch (error) {
      // The file was deleted together with its row after the rows were read.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw error;
    }
    files += 1;
    bytes += (await stat(target)).size;
  }
  return { files, bytes };
}

export async function duplicate(source: string, target: string) {
  try {
    await link(source, target);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    await copyFile(source, target);
  }
}

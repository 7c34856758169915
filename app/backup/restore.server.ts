import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, migrationNames, type Orm } from '../db/orm.server.ts';
import { installQueue } from '../db/queue.server.ts';
import { duplicate, quoted, sha256, tableName } from './backup.server.ts';
import { type Manifest, manifestSchema } from './manifest.ts';

interface Order {
  orm: Orm;
  url: string;
  mediaFolder: string | null;
  folder: string;
}

/** Restores into an empty database and folder, then migrates; all rows in one transaction. @throws Error */
export async function restoreBackup({ orm, url, mediaFolder, folder }: Order): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (!migrationNames(orm).includes(manifest.migration))
    throw new Error(
      `This backup ends with the migration ${manifest.migration}, which this version does not have. ` +
        'Restore it with the version that made it, or a later one; those before the first release are not carried on.',
    );
  await mustBeEmpty(url, mediaFolder);
  if (manifest.media && !mediaFolder)
    throw new Error('This backup holds media, and the settings keep media elsewhere.');
  await orm.migrator.up({ to: manifest.migration });
  await installQueue(url);
  await loadRows(url, folder, manifest);
  if (mediaFolder && manifest.media) await putMedia(join(folder, 'media'), mediaFolder);
  await migrate(orm);
  return manifest;
}

async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, 'manifest.json');
  if (!existsSync(path)) throw new Error(`${folder} is no backup: it has no manifest.json.`);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  for (const { file, sha256: wanted } of manifest.tables) {
    const found = await sha256(join(folder, file)).catch(() => null);
    if (found !== wanted) throw new Error(`${file} is ${found ? 'damaged' : 'missing'}.`);
  }
  if (manifest.media) {
    const there = await filesIn(join(folder, 'media'));
    if (there.length < manifest.media.files)
      throw new Error(`Of ${manifest.media.files} media files only ${there.length} are there.`);
  }
  return manifest;
}

async function mustBeEmpty(url: string, mediaFolder: string | null) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`select to_regclass('public.users') is not null as "hasTables"`);
    const hasPeople = rows[0]?.hasTables && (await client.query('select 1 from users limit 1')).rowCount;
    if (hasPeople) throw new Error('This database is not empty. Restore into a new one.');
    if (rows[0]?.hasTables)
      throw new Error('This database has been migrated already. Restore into a new one.');
  } finally {
    await client.end();
  }
  if (mediaFolder && (await filesIn(mediaFolder)).length > 0)
    throw new Error(`${mediaFolder} is not empty. Restore into a new folder.`);
}

async function loadRows(url: string, folder: string, { tables, sequences, jobs }: Manifest) {
  const client = new pg.Client({ connectionString: url, application_name: 'summa restore' });
  await client.connect();
  try {
    await client.query('begin');
    const inOrder = await parentsFirst(client, tables);
    for (const table of inOrder) {
      await client.query(`alter table ${tableName(table)} disable trigger user`);
      await client.query(`delete from ${tableName(table)}`);
    }
    for (const table of inOrder) {
      const columns = table.columns.map(quoted).join(', ');
      const copy = copyFrom(`copy ${tableName(table)} (${columns}) from stdin`);
      await pipeline(createReadStream(join(folder, table.file)), createGunzip(), client.query(copy));
      if (copy.rowCount !== table.rows)
        throw new Error(`${table.file} holds ${copy.rowCount} rows instead of ${table.rows}.`);
    }
    for (const table of inOrder) await client.query(`alter table ${tableName(table)} enable trigger user`);
    for (const sequence of sequences)
      await client.query('select setval($1::regclass, $2)', [tableName(sequence), sequence.value]);
    for (const job of jobs) {
      const { task, payload, runAt, maxAttempts, key } = job;
      const asked = [task, JSON.stringify(payload), runAt, maxAttempts, key];
      await client.query(
        `select graphile_worker.add_job($1, $2::json, run_at => $3, max_attempts => $4, job_key => $5)`,
        asked,
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
}

/** Sorts tables so that each comes after those its foreign keys point to. */
async function parentsFirst(client: pg.Client, tables: Manifest['tables']): Promise<Manifest['tables']> {
  const { rows } = await client.query<{ child: string; parent: string }>(`
    select child.relname as child, parent.relname as parent from pg_constraint k
    join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
    where k.contype = 'f' and child.oid <> parent.oid`);
  const sorted: Manifest['tables'] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const isReady = (table: Manifest['tables'][0]) =>
      !rows.some(({ child, parent }) => child === table.name && waiting.some(({ name }) => name === parent));
    const ready = waiting.filter(isReady);
    if (ready.length === 0) throw new Error('The foreign keys go in a circle.');
    sorted.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return sorted;
}

async function putMedia(from: string, to: string) {
  for (const source of await filesIn(from)) {
    const target = join(to, source.slice(from.length));
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await duplicate(source, target);
  }
}

async function filesIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

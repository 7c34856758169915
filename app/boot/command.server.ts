import { join, resolve } from 'node:path';
import { takeBackup } from '../backup/backup.server.ts';
import { restoreBackup } from '../backup/restore.server.ts';
import { migrate, type Orm, openOrm } from '../db/orm.server.ts';
import type { Env } from '../env.server.ts';
import { moveToLocal, moveToRemote } from '../features/core/media/move-media.server.ts';
import { importFile, writeShippedCameras } from '../features/map/import/import-file.server.ts';
import { promote } from '../features/operations/members/admins.server.ts';
import { resetFactorOf } from '../features/operations/members/reset-factor.server.ts';
import { openDatabase } from './database.server.ts';
import { openStores } from './media.server.ts';
import { readSettings } from './settings.server.ts';

interface Opened {
  env: Env;
  url: string;
  orm: Orm;
}

const say = (line: string) => void process.stdout.write(`${line}\n`);
const now = () => new Date();

async function promoteCommand({ orm }: Opened, [email]: string[]) {
  await migrate(orm);
  const username = await promote({ em: orm.em.fork(), now }, email ?? '');
  say(`${username} is an administrator now.`);
}

async function resetFactorCommand({ env, orm }: Opened, [email]: string[]) {
  await migrate(orm);
  const scope = { em: orm.em.fork(), origin: env.origin, now };
  const username = await resetFactorOf(scope, email ?? '');
  say(`${username} signs in with the password alone now, and should set up a new second factor at once.`);
}

/** The local media: all of them, or with another store those that were not moved there yet. */
const mediaFolder = ({ dataDir }: Env) => join(dataDir, 'media');

async function backupCommand({ env, url }: Opened, [given]: string[]) {
  const takenAt = now();
  const stamp = takenAt.toISOString().replaceAll(':', '-').slice(0, 19);
  const folder = resolve(given ?? join(env.dataDir, 'backups', stamp));
  const taken = await takeBackup({ url, mediaFolder: mediaFolder(env), folder, now: takenAt });
  const rows = taken.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`${rows} rows and ${taken.media?.files ?? 0} media files are in ${folder}.`);
  if (env.cloudinary) say('Media that live at Cloudinary are not part of it.');
  if (env.s3) say('Media in the S3 bucket are not part of it.');
}

async function restoreCommand({ env, url, orm }: Opened, [given]: string[]) {
  const began = Date.now();
  const manifest = await restoreBackup({
    orm,
    url,
    mediaFolder: mediaFolder(env),
    folder: resolve(given ?? ''),
  });
  say(`The backup of ${manifest.takenAt} is back, in ${Math.round((Date.now() - began) / 1_000)} s.`);
}

async function mediaCommand({ env, orm }: Opened, given: string[]) {
  const to = given[2] ?? '';
  if (given[0] !== 'move' || given[1] !== '--to' || !['cloudinary', 's3', 'local'].includes(to)) {
    throw new Error(`Usage: ${mediaUsage}`);
  }
  await migrate(orm);
  const { stores } = await openStores(env, () => orm.em.fork());
  if (!stores)
    throw new Error('Set S3_URL or CLOUDINARY_URL first: without it there is only one place for media.');
  const movesToRemote = to !== 'local';
  if (env.mediaStore !== to) {
    const wrong = 'or the site would move everything back';
    throw new Error(`Set MEDIA_STORE=${to} for the site and for this command first, ${wrong}.`);
  }
  let shownAt = 0;
  const move = movesToRemote ? moveToRemote : moveToLocal;
  const { moved, failed, unknown } = await move(orm.em.fork(), stores, {
    onStep({ moved, failed }, error) {
      if (error) say(error instanceof Error ? error.message : 'Something went wrong');
      if (Date.now() - shownAt < 1_000) return;
      shownAt = Date.now();
      say(`${moved} moved, ${failed} not yet`);
    },
  });
  say(`${moved} media moved to ${to}.`);
  if (unknown > 0) say(`${unknown} belong to nothing and stayed where they are.`);
  if (failed > 0) throw new Error(`${failed} could not be moved. They are served as before; run it again.`);
}

const mediaUsage = 'bin/media move --to cloudinary|s3|local';

async function mapCommand({ orm }: Opened, [act, path]: string[]) {
  if (act === 'cameras' && path === undefined) {
    say(`${await writeShippedCameras()} cameras are written. Run bin/map import to use them.`);
    return;
  }
  if (act !== 'import') throw new Error(`Usage: ${mapUsage}`);
  await migrate(orm);
  const began = Date.now();
  const made = await importFile({ em: orm.em.fork(), now }, path);
  const seconds = Math.round((Date.now() - began) / 1_000);
  say(
    `${made.positions} positions, ${made.transitions} transitions and ${made.names} names, in ${seconds} s:`,
  );
  say(`${made.added} new, ${made.changed} changed, ${made.leftAlone} not in this file and left alone.`);
}

const mapUsage = 'bin/map import [FILE], or bin/map cameras';

interface Command {
  usage: string;
  least: number;
  most?: number;
  run: (opened: Opened, given: string[]) => Promise<void>;
}

const commands: Record<string, Command> = {
  promote: { usage: 'bin/admin promote EMAIL', least: 1, run: promoteCommand },
  'reset-second-factor': {
    usage: 'bin/admin reset-second-factor EMAIL',
    least: 1,
    run: resetFactorCommand,
  },
  backup: { usage: 'bin/backup [FOLDER]', least: 0, run: backupCommand },
  restore: { usage: 'bin/restore FOLDER', least: 1, run: restoreCommand },
  media: { usage: mediaUsage, least: 3, most: 3, run: mediaCommand },
  map: { usage: mapUsage, least: 1, most: 2, run: mapCommand },
};

/** Runs a command of bin/ on the data without serving; it shares the database of a running site. */
export async function runCommand([verb = '', ...given]: string[]) {
  const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined;
  if (!command || given.length < command.least || given.length > (command.most ?? 1)) {
    const usage = command ? [command.usage] : Object.values(commands).map(({ usage }) => usage);
    process.stderr.write(`Usage: ${usage.join('\n       ')}\n`);
    process.exitCode = 2;
    return;
  }
  const env = readSettings();
  const database = await openDatabase(env);
  const { directUrl: url } = database;
  const orm = await openOrm(url);
  try {
    await command.run({ env, url, orm }, given);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  } finally {
    await orm.close(true);
    await database.stop();
  }
}

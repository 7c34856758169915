import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SystemUser } from '../../../app/db/cluster-home.server.ts';

interface Starting {
  /** In the log's file name and in messages. */
  name: string;
  command: string[];
  env: Record<string, string>;
  /** Where its log goes. */
  folder: string;
  /** Another account than that of the tests. */
  user?: SystemUser | null;
  cwd?: string;
}

/** A program of the cluster. Its output is a file in the cluster's folder. */
export interface Started {
  name: string;
  child: ChildProcess;
  /** The last letters of its output. */
  log(): string;
  /** All of its output. */
  whole(): string;
}

/** Starts a program without the variables of the shell that would change it. */
export function start({ name, command, env, folder, user, cwd }: Starting): Started {
  const [program = '', ...words] = command;
  const file = join(folder, `${name}.log`);
  const output = createWriteStream(file, { flags: 'a' });
  const path = `${process.env.PATH}:/usr/sbin:/usr/bin:/sbin:/bin`;
  const options: SpawnOptions = {
    ...user,
    cwd: cwd ?? folder,
    env: {
      PATH: path,
      HOME: folder,
      LC_ALL: 'C.UTF-8',
      ...env,
    } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  const child = spawn(program, words, options);
  child.on('error', (error) => output.write(`${error.message}\n`));
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(output, { end: false });
  const whole = () => readFileSync(file, 'utf8');
  return { name, child, whole, log: () => whole().slice(-6_000) };
}

export const isRunning = ({ child }: Started) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

/** Ends a program and waits for its end; after the given time it is killed. */
export async function end(
  started: Started,
  { signal = 'SIGTERM' as NodeJS.Signals, withinMs = 20_000 } = {},
) {
  if (!isRunning(started)) return;
  const ended = new Promise<true>((done) => started.child.once('exit', () => done(true)));
  started.child.kill(signal);
  const isEnded = await Promise.race([ended, sleep(withinMs, false, { ref: false })]);
  if (isEnded) return;
  started.child.kill('SIGKILL');
  await ended;
}

/** The ids of all processes below one, itself first. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      parents.set(Number(name), Number(fields[1]));
    } catch {
      // It ended meanwhile.
    }
  }
  const all = [pid];
  for (const each of all) for (const [child, parent] of parents) if (parent === each) all.push(child);
  return all;
}

/** What a process calls itself, or nothing when there is none. */
export function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

export function signal(pids: number[], name: NodeJS.Signals) {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It is gone.
    }
  }
}

/** Asks until the answer is true. @throws Error with what was waited for */
export async function until(what: string, ask: () => Promise<boolean> | boolean, withinMs = 60_000) {
  const end = performance.now() + withinMs;
  while (!(await Promise.resolve(ask()).catch(() => false))) {
    if (performance.now() > end) throw new Error(`Not within ${withinMs / 1_000} s: ${what}`);
    await sleep(200);
  }
}

/** The packages of Debian that the cluster needs and that are missing here. */
export function missingPackages(): string[] {
  const needed: [string, string[]][] = [
    ['patroni', ['/usr/bin/patroni', '--version']],
    ['etcd-server', ['/usr/bin/etcd', '--version']],
    ['haproxy', ['/usr/sbin/haproxy', '-v']],
    ['postgresql-15', ['/usr/lib/postgresql/15/bin/postgres', '--version']],
  ];
  return needed
    .filter(([, [program = '', ...words]]) => spawnSync(program, words).status !== 0)
    .map(([name]) => name);
}

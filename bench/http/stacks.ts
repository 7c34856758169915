import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, globSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tests/support/site/site.ts';
import { onCore } from './client.ts';
import { familyOf, snapshot } from './processes.ts';

/** The processes of one server, each with its children: what its answers cost is summed over them. */
export interface Stack {
  port: number;
  roots: Record<string, number>;
  /** The process that answers. */
  pid: number;
  stop(): Promise<void>;
}

export interface Site extends Stack {
  databaseUrl: string;
}

/** Starts a checkout as its owner would, by its own `bin/start`, on one core and with data of its own. */
export async function startSite(
  checkout: string,
  { core, hasDemo, isProduction }: { core: number | null; hasDemo: boolean; isProduction: boolean },
): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'summa-bench-'));
  // Otherwise, under root, the database would put its files elsewhere and leave them there.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const [program = '', ...args] = [...onCore(core), 'sh', 'bin/start'];
  const child = spawn(program, args, {
    cwd: checkout,
    env: {
      ...process.env,
      ...(isProduction
        ? {
            SUMMA_MODE: 'production',
            SESSION_SECRET: randomBytes(32).toString('hex'),
            LOG_LEVEL: 'info',
            ORIGIN: origin,
          }
        : { SUMMA_MODE: 'local', LOG_LEVEL: 'warn', ORIGIN: '' }),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: '',
      SEED_DEMO: hasDemo ? '1' : '0',
      // Each answer counts against the limits as in life; only the limits are farther away.
      TRUST_PROXY: '1',
      RATE_LIMIT_SCALE: '1000',
    },
    // Its log of every request is written to a file, as a service manager does it.
    stdio: ['ignore', 'pipe', isProduction ? openSync(join(folder, 'log.txt'), 'a') : 'inherit'],
  });
  const forget = () => rmSync(folder, { recursive: true, force: true });
  await serves(child, checkout).catch((error) => {
    forget();
    throw error;
  });
  const [postmasterFile = ''] = globSync(join(folder, '**/postmaster.pid'));
  const [postmaster, data = '', , databasePort] = readFileSync(postmasterFile, 'utf8').split('\n');
  const password = readFileSync(join(data, '../password'), 'utf8').trim();
  const root = child.pid ?? 0;
  return {
    port,
    pid: familyOf(snapshot(), root).find((pid) => /build\/server\.js/.test(commandOf(pid))) ?? root,
    roots: { node: root, PostgreSQL: Number(postmaster) },
    databaseUrl: `postgres://summa:${password}@127.0.0.1:${databasePort}/summa`,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      forget();
    },
  };
}

const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');

const serves = (child: ChildProcess, checkout: string) =>
  new Promise<void>((done, fail) => {
    child.once('exit', (code) => fail(new Error(`The site of ${checkout} ended with ${code}.`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (!chunk.toString().includes('ready on')) return;
      child.removeAllListeners('exit');
      done();
    });
  });

/** Starts a server of this folder, which gets `given` and answers with its port. */
export async function startServer(file: string, given: object, core: number | null): Promise<Stack> {
  const [execPath = '', ...words] = [...onCore(core), process.execPath];
  const child = fork(file, {
    execPath,
    // `fork` puts these before the file.
    execArgv: [...words, ...(file.endsWith('.tsx') ? ['--import=tsx'] : [])],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  child.once('exit', (code) => process.stderr.write(`${file} ended with ${code}.\n`));
  child.send(given);
  const [port] = (await once(child, 'message')) as [number];
  return {
    port,
    roots: { node: child.pid ?? 0 },
    pid: child.pid ?? 0,
    async stop() {
      child.removeAllListeners('exit');
      child.kill();
      await once(child, 'exit');
    },
  };
}

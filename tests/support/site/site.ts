import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDemoFolder, hasDemoFolder, keepAsDemoFolder } from './demo-folder.ts';

/** The one site of all journeys, unless one runs already. */
export default async function startOnce() {
  if (process.env.SITE_URL) return;
  await makeDemoFolder();
  const site = await startSite();
  process.env.SITE_URL = site.address;
  return () => site.stop();
}

/** Makes the folder that sites with demo content begin with, unless there is one of this build. In a new checkout this
 *  draws the demo pictures, for more than a minute. */
export async function makeDemoFolder() {
  if (hasDemoFolder()) return;
  const site = await startSite();
  await site.stop(() => keepAsDemoFolder(site.folder));
}

/** Starts the built site with demo content in its own folder, as an owner would. */
export async function startSite({
  env = {},
  preload = [],
  keepsLog = false,
  command = [],
  supervised = false,
}: {
  env?: Record<string, string>;
  /** Modules that Node loads before the site. */
  preload?: string[];
  /** The test reads the log; it is not printed. */
  keepsLog?: boolean;
  /** What the site is started through, such as a shell that limits it. */
  command?: string[];
  /** As bin/start does it: what is started is the supervisor, and the site a child of it. */
  supervised?: boolean;
} = {}) {
  if (!existsSync('build/server.js')) throw new Error('There is no build: run bin/test, or vite:build.');
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'summa-e2e-'));
  // Otherwise, under root, the database would put its files elsewhere and leave them there.
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  if (isOrdinary(env) && hasDemoFolder()) copyDemoFolder(data);
  else mkdirSync(data);
  const isSupervised = supervised || Number(env.WEB_CONCURRENCY ?? 1) > 1;
  const program = isSupervised ? 'build/supervisor.js' : 'build/server.js';
  const [first = '', ...words] = [...command, process.execPath];
  // A supervisor hands its flags on, and its processes wait for what it says over a channel of their own.
  const endsWithParent = !isSupervised;
  const loaded = endsWithParent ? ['./tests/support/site/end-with-parent.ts', ...preload] : preload;
  const args = [...words, ...loaded.map((file) => `--import=${file}`), '--disable-sigusr1', program];
  const child = spawn(first, args, {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SUMMA_MODE: 'test',
      PORT: String(port),
      DATA_DIR: data,
      DATABASE_URL: '',
      SEED_DEMO: '1',
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'warn',
      ...env,
    },
    // The channel ends with this process; see end-with-parent.ts.
    stdio: ['ignore', 'pipe', keepsLog ? 'pipe' : 'inherit', ...(endsWithParent ? ['ipc' as const] : [])],
  });
  let written = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    written += chunk.toString();
  });
  const forget = () => rmSync(folder, { recursive: true, force: true });
  await new Promise<void>((done, fail) => {
    const late = setTimeout(
      () => fail(new Error('The site was not ready within a quarter of an hour')),
      900_000,
    );
    child.on('exit', (code) => fail(new Error(`The site ended with ${code}. ${written}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (!chunk.toString().includes('ready on')) return;
      clearTimeout(late);
      done();
    });
  }).catch((error) => {
    forget();
    throw error;
  });
  child.removeAllListeners('exit');
  // If a site ends during its test, its log is shown.
  child.once('exit', (code, signal) => {
    process.stderr.write(`The site ended with ${code ?? signal}. ${written.slice(-4_000)}\n`);
  });
  return {
    address: `http://localhost:${port}`,
    folder: data,
    child,
    log: () => written,
    /** @param before what to do with the stopped site's folder before it is removed */
    async stop(before?: () => void) {
      child.removeAllListeners('exit');
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((done) => child.once('exit', done));
        child.kill('SIGTERM');
        await ended;
      }
      before?.();
      forget();
    },
  };
}

/** Whether a site of these settings has the data of the demo folder. With Stripe, the demo has no purchases. */
const isOrdinary = ({ DATABASE_URL, SEED_DEMO, STRIPE_SECRET_KEY }: Record<string, string>) =>
  !DATABASE_URL && SEED_DEMO !== '0' && !STRIPE_SECRET_KEY;

/** A free port of this machine. */
export function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

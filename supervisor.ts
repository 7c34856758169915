import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { readFileSync, writeSync } from 'node:fs';
import { constants, hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Heartbeat, Ready } from './app/boot/supervised.server.ts';

// bin/start runs this: it starts the site's processes and restarts those that end unasked (ADR-037). It loads
// no product code, so that none can end it.

/** The site itself, or a process that only answers requests for it (WEB_CONCURRENCY). */
type Kind = 'site' | 'web';

/** Ends in a row that are restarted at once; each further one doubles the pause, up to the longest. */
const instantRestarts = 3;
const longestPauseMs = 10_000;
/** A process that served this long resets the row. */
const soundMs = 60_000;
/** Seconds without a heartbeat after which a process counts as blocked. */
const blockedSeconds = 10;
/** Seconds for a restarted process to serve: it has no migration and no demo to make. */
const startSeconds = 120;
/** How long to wait for one restart with new settings before the next process is restarted. */
const renewalMs = 30_000;

// A child's standard error is read here for the cause of its end; its log bypasses this process.
const logFd = 4;
const exec = resolve('build/server.js');
const stdio = ['ignore', 1, 'pipe', 'ipc', 2] as const;

/** What the site last reported; until then its end fails the start. */
let site: Ready | null = null;
let isStopping = false;
const children: Supervised[] = [];

class Supervised {
  readonly kind: Kind;
  #worker: Worker | null = null;
  #pause: NodeJS.Timeout | undefined;
  #servesSince: number | null = null;
  #missed = 0;
  #starts = 0;
  #ends = 0;
  #killedFor: string | null = null;
  #settings = '';
  /** It ends only to start with other settings. */
  #isRenewing = false;
  #renewed = () => {};
  #serving = Promise.withResolvers<void>();
  #ended = Promise.withResolvers<number>();

  constructor(kind: Kind) {
    this.kind = kind;
    children.push(this);
    this.#start();
  }

  get serving() {
    return this.#serving.promise;
  }

  /** Called once a second. A starting process has no heartbeat; its first start may take any time. */
  watch() {
    const isStarting = this.#servesSince === null;
    if (!this.#worker || (isStarting && this.#starts === 1)) return;
    this.#missed += 1;
    if (this.#missed <= (isStarting ? startSeconds : blockedSeconds) || this.#killedFor) return;
    this.#killedFor = isStarting
      ? `did not serve within ${startSeconds} s`
      : `answered nothing for ${blockedSeconds} s`;
    this.#worker.process.kill('SIGKILL');
  }

  /** Restarts it, unless it was started with the present settings. */
  async renew() {
    const worker = this.#worker;
    if (!worker || isStopping || this.#settings === webSettings()) return;
    const { promise, resolve: renewed } = Promise.withResolvers<void>();
    this.#renewed = renewed;
    this.#isRenewing = true;
    worker.process.kill('SIGTERM');
    await Promise.race([promise, sleep(renewalMs)]);
    // It may be waiting for its old database.
    if (this.#worker === worker) worker.process.kill('SIGKILL');
  }

  async stop(): Promise<number> {
    clearTimeout(this.#pause);
    if (!this.#worker) return 0;
    const isServing = this.#servesSince !== null;
    this.#worker.process.kill('SIGTERM');
    const code = await this.#ended.promise;
    // A process that was just restarting had no open work.
    return isServing || !site ? code : 0;
  }

  #start() {
    cluster.setupPrimary({ exec, args: [this.kind], stdio: [...stdio] });
    const worker = cluster.fork({ LOG_FD: logFd, ...(this.kind === 'web' && site?.webSettings) });
    this.#worker = worker;
    this.#settings = webSettings();
    this.#starts += 1;
    const began = performance.now();
    let stderrTail = '';
    const { stderr } = worker.process;
    stderr?.on('data', (chunk: Buffer) => {
      write(2, chunk.toString());
      stderrTail = (stderrTail + chunk).slice(-4_000);
    });
    worker.on('message', (message: Ready | Heartbeat) => {
      this.#missed = 0;
      if (message === 'alive') return;
      this.#servesSince = performance.now();
      if (this.#ends > 0)
        say('info', `${this.#name} serves again`, { ms: Math.round(this.#servesSince - began) });
      if (this.kind === 'site') siteServes(message);
      this.#serving.resolve();
      this.#renewed();
    });
    // No process could be made, for lack of memory or process ids. Other errors come from a living one.
    worker.on('error', (error) => {
      if (worker.process.pid !== undefined) return;
      this.#worker = null;
      this.#end(1, null, error.message);
    });
    worker.once('exit', async (code: number | null, signal: NodeJS.Signals | null) => {
      if (stderr && !stderr.closed) await Promise.race([once(stderr, 'close'), sleep(200)]);
      this.#worker = null;
      this.#end(code, signal, stderrTail);
    });
  }

  #end(code: number | null, signal: NodeJS.Signals | null, stderrTail: string) {
    const served = this.#servesSince === null ? 0 : performance.now() - this.#servesSince;
    const exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1);
    const reason = this.#killedFor
      ? `${this.#killedFor} and was ended`
      : `ended with ${signal ?? `exit code ${code}`}${causeOf(signal, stderrTail)}`;
    this.#servesSince = null;
    this.#missed = 0;
    this.#killedFor = null;
    const isRenewing = this.#isRenewing;
    this.#isRenewing = false;
    if (isStopping) {
      if (signal) say('error', `${this.#name} ${reason} while it was stopped`, { code, signal });
      return this.#ended.resolve(exitCode);
    }
    if (!site) {
      if (signal) say('error', `${this.#name} ${reason} before it served`, { code, signal });
      process.exit(exitCode);
    }
    if (isRenewing) {
      say('info', `${this.#name} is started again with other settings`, {});
      return this.#start();
    }
    this.#ends = served >= soundMs ? 1 : this.#ends + 1;
    const doublings = this.#ends - instantRestarts - 1;
    const pauseMs = doublings < 0 ? 0 : Math.min(longestPauseMs, 1_000 * 2 ** doublings);
    const when = pauseMs === 0 ? 'at once' : `in ${pauseMs / 1_000} s`;
    say('error', `${this.#name} ${reason}; it is started again ${when}`, { code, signal, pauseMs });
    this.#pause = setTimeout(() => this.#start(), pauseMs);
  }

  get #name() {
    return this.kind === 'site' ? 'The site' : 'A web process';
  }
}

/** The site serves, or with WEB_CONCURRENCY its web processes may start. */
function siteServes(ready: Ready) {
  const before = site;
  site = ready;
  const web = children.filter(({ kind }) => kind === 'web');
  if (!before) {
    for (let n = 0; n < ready.webProcesses; n += 1) web.push(new Supervised('web'));
    void Promise.all(web.map(({ serving }) => serving)).then(() => write(1, `${ready.greeting}\n`));
  }
  // For example the database came back at another port. One after another, so that the others answer.
  renewals = renewals.then(async () => {
    for (const each of web) await each.renew();
  });
}
let renewals = Promise.resolve();
const webSettings = () => JSON.stringify(site?.webSettings ?? {});

/** Why a process ended, as far as it is visible from outside. */
function causeOf(signal: NodeJS.Signals | null, stderrTail: string): string {
  if (/out of memory/i.test(stderrTail)) return ' (out of memory: its heap was full)';
  const kills = systemKills();
  const isKilledBySystem = signal === 'SIGKILL' && kills > seenSystemKills;
  seenSystemKills = kills;
  return isKilledBySystem ? ' (out of memory: the system ended it)' : '';
}

/** How often the system killed a process of this control group for lack of memory. */
function systemKills(): number {
  try {
    const [, group = ''] = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? [];
    const events = readFileSync(`/sys/fs/cgroup${group}/memory.events`, 'utf8');
    return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
let seenSystemKills = systemKills();

function say(level: 'info' | 'error', msg: string, facts: object) {
  const heard = { info: ['info', 'debug'], error: ['error', 'warn', 'info', 'debug'] }[level];
  if (!heard.includes(process.env.LOG_LEVEL || 'info')) return;
  const head = {
    level: level === 'info' ? 30 : 50,
    time: Date.now(),
    pid: process.pid,
    hostname: hostname(),
  };
  write(2, `${JSON.stringify({ ...head, source: 'supervisor', ...facts, msg })}\n`);
}

/** Not process.stderr, which would make the shared pipe non-blocking. */
function write(fd: 1 | 2, text: string) {
  try {
    writeSync(fd, text);
  } catch {
    // The other end is closed.
  }
}

async function stop() {
  if (isStopping) return;
  isStopping = true;
  // All at once: each has fifteen seconds, and the database waits for the last of them.
  const [code] = await Promise.all(children.map((each) => each.stop()));
  if (site?.embeddedIn) {
    const module = pathToFileURL(resolve('app/db/embedded.server.ts')).href;
    const { leaveEmbedded } = (await import(module)) as typeof import('./app/db/embedded.server.ts');
    await leaveEmbedded(site.embeddedIn);
  }
  process.exit(code);
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
new Supervised('site');
setInterval(() => children.forEach((child) => void child.watch()), 1_000);

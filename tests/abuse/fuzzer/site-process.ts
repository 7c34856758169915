import { readFileSync } from 'node:fs';
import { startSite } from '../../support/site/site.ts';
import { type Case, wireOf } from './case.ts';
import type { People, World } from './people.ts';
import { type Answer, exchange, type Silence } from './wire.ts';

/** An idle process answers `/healthz` in a millisecond. */
const mostSilenceMs = 8_000;
const everyMs = 300;
/** Longer than a page may take, so that the site times out first. */
const timeoutMs = 25_000;

/** The process of the built site. A request that ends it, or makes it answer nothing, is a fault. The fuzzer then
 *  starts another process and continues. */
export class SiteProcess {
  readonly #world: World;
  readonly #people: People;
  #site: World['site'];
  #watch: NodeJS.Timeout | undefined;
  #isStopped = false;
  /** The requests without a complete answer. One of these is the cause when the process ends. */
  readonly unanswered = new Set<Case>();
  /** How the process ended, until `restart`. */
  trouble: string | null = null;
  restarts = 0;
  /** Cases so far. */
  sent = 0;

  constructor(world: World, people: People) {
    this.#world = world;
    this.#people = people;
    this.#site = world.site;
    this.#observe();
  }

  get port() {
    return Number(new URL(this.#site.address).port);
  }

  /** Sends a case as its role. */
  async send(each: Case): Promise<Answer | Silence> {
    this.sent += 1;
    this.unanswered.add(each);
    const answer = await exchange(
      this.port,
      wireOf(each, this.port, this.#people.cookieOf(each.role)),
      timeoutMs,
    );
    if ('isWhole' in answer && (answer.isWhole || each.verb === 'HEAD')) this.unanswered.delete(each);
    return answer;
  }

  /** Resident memory in megabytes; 0 where /proc does not say. */
  memoryMb(): number {
    try {
      const status = readFileSync(`/proc/${this.#site.child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      return 0;
    }
  }

  /** Whether it still answers. After two failures it is ended. */
  async isWell(timeoutMs = mostSilenceMs): Promise<boolean> {
    if (this.trouble) return false;
    const { child } = this.#site;
    if (await this.#isHealthy(timeoutMs)) return true;
    const before = this.#processorSeconds();
    // A busy machine has had enough time by now.
    if (child === this.#site.child && (await this.#isHealthy(timeoutMs / 2))) return true;
    // Another case has noticed it too and has started a new process.
    if (child !== this.#site.child || this.trouble) return !this.trouble;
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    const used = (this.#processorSeconds() - before).toFixed(1);
    this.trouble = hasEnded
      ? `ended the process (${child.signalCode ?? child.exitCode})`
      : `held the process: /healthz had no answer twice, while it used ${used} s of a processor`;
    // A blocked process handles only SIGKILL. All open connections end with it.
    if (!hasEnded) child.removeAllListeners('exit').kill('SIGKILL');
    return false;
  }

  async #isHealthy(timeoutMs: number) {
    const health = { verb: 'GET', path: '/healthz', headers: [['Host', 'localhost']] as const, body: null };
    return (await exchange(this.port, health, timeoutMs)).status === 200;
  }

  #processorSeconds(): number {
    try {
      const [, fields = ''] = readFileSync(`/proc/${this.#site.child.pid}/stat`, 'utf8').split(') ');
      const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
      return (user + system) / 100;
    } catch {
      return 0;
    }
  }

  /** Another process on the same database. */
  async restart() {
    await this.#stopCurrent();
    this.#site = await startSite({ env: this.#world.settings(), keepsLog: true });
    this.trouble = null;
    this.unanswered.clear();
    this.restarts += 1;
    this.#observe();
  }

  /** What the log says of an answer. */
  errorOf({ headers }: Answer): string {
    const id = headers.get('x-request-id');
    const line =
      id &&
      this.#site
        .log()
        .split('\n')
        .find((each) => each.includes(id) && each.includes('"error"'));
    return line ? line.slice(line.indexOf('"error"'), 500 + line.indexOf('"error"')) : '';
  }

  /** What the process wrote last. */
  lastWords(): string {
    return this.#site.log().slice(-1_500);
  }

  async stop() {
    this.#isStopped = true;
    await this.#stopCurrent();
  }

  async #stopCurrent() {
    clearTimeout(this.#watch);
    // The first process belongs to the test world, which stops it.
    if (this.#site !== this.#world.site || this.trouble) await this.#site.stop();
  }

  #observe() {
    const site = this.#site;
    const look = async () => {
      const isWell = await this.isWell();
      if (isWell && !this.#isStopped && this.#site === site) this.#watch = setTimeout(look, everyMs);
    };
    this.#watch = setTimeout(look, everyMs);
  }
}

import { log } from '../telemetry/log.server.ts';
import type { LibraryChange } from './library-change.ts';
import { keyOfAll } from './page-keys.ts';

interface Options {
  /** Where the cache takes purges, such as `http://127.0.0.1:6081`. */
  address: string;
  /** Changes within this time are told together. */
  gatherMs?: number;
  /** A cache that has not answered until then is asked again. */
  timeoutMs?: number;
  firstPauseMs?: number;
}

const longestPauseMs = 5_000;
/** More keys than these are told as `all`. */
const mostKeys = 100;

/** Tells one shared cache which keys changed: a request `PURGE` with the keys in `X-Purge-Soft`, of which it may send
 *  old answers while the site is down, and those in `X-Purge-Hard`, whose answers must not be sent again. It is told
 *  again until it answers 200, with growing pauses, so no key is lost while this process lives. */
export class Purger {
  readonly #options: Required<Options>;
  readonly #soft = new Set<string>();
  readonly #hard = new Set<string>();
  #next: NodeJS.Timeout | undefined;
  #sending: Promise<void> | null = null;
  #failures = 0;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = { gatherMs: 100, timeoutMs: 2_000, firstPauseMs: 200, ...options };
  }

  /** Returns at once; the keys are sent after `gatherMs`. */
  purge({ keys, gone }: Pick<LibraryChange, 'keys' | 'gone'>) {
    for (const key of keys) this.#soft.add(key);
    for (const key of gone) this.#hard.add(key);
    if (this.#soft.size + this.#hard.size > 0) this.#sendIn(this.#options.gatherMs);
  }

  /** Tries once more to tell what waits. */
  async close() {
    this.#isClosed = true;
    clearTimeout(this.#next);
    await this.#sending;
    if (this.#soft.size + this.#hard.size > 0) await this.#send();
  }

  #sendIn(ms: number) {
    if (this.#isClosed || this.#next || this.#sending) return;
    this.#next = setTimeout(() => {
      this.#next = undefined;
      this.#sending = this.#send().then(() => {
        this.#sending = null;
        const { firstPauseMs, gatherMs } = this.#options;
        const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#failures - 1));
        if (this.#soft.size + this.#hard.size > 0) this.#sendIn(this.#failures > 0 ? pauseMs : gatherMs);
      });
    }, ms).unref();
  }

  async #send() {
    const [soft, hard] = [take(this.#soft), take(this.#hard)];
    try {
      const answer = await fetch(this.#options.address, {
        method: 'PURGE',
        headers: { 'X-Purge-Soft': soft.join(' '), 'X-Purge-Hard': hard.join(' ') },
        signal: AbortSignal.timeout(this.#options.timeoutMs),
      });
      await answer.body?.cancel();
      if (answer.status !== 200) throw new Error(`it answered ${answer.status}`);
      if (this.#failures > 0) log.info({ source: 'cache' }, 'the shared cache takes purges again');
      this.#failures = 0;
    } catch (error) {
      for (const key of soft) this.#soft.add(key);
      for (const key of hard) this.#hard.add(key);
      this.#failures += 1;
      if (this.#failures === 1) log.warn({ source: 'cache', error }, 'the shared cache was not purged');
    }
  }
}

function take(from: Set<string>): string[] {
  const keys = from.size > mostKeys ? [keyOfAll] : [...from];
  from.clear();
  return keys;
}

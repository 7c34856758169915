import type { Scope } from '../../../scope.ts';
import { networkOf } from './network.ts';
import { consume, placeOf } from './rate-limit.server.ts';

const step = 25;
const forgetMs = 60_000;
const mostPlaces = 100_000;

interface Counted {
  requests: number;
  since: number;
  refusedUntil: number;
}

/** Limits all requests of one address; each process reports every 25 requests, so most cost no query. */
export class RequestLimiter {
  /** By network. */
  readonly #places = new Map<string, Counted>();

  /** Counts one request in memory if that suffices, and says whether it did. */
  passAtOnce({ now }: Pick<Scope, 'now'>, address: string): boolean {
    const at = now().getTime();
    const counted = this.#counted(networkOf(address), at);
    if (at < counted.refusedUntil || counted.requests + 1 >= step) return false;
    counted.requests += 1;
    return true;
  }

  async pass(scope: Pick<Scope, 'em' | 'now' | 'rateScale'>, address: string): Promise<number | null> {
    if (this.passAtOnce(scope, address)) return null;
    const at = scope.now().getTime();
    const counted = this.#counted(networkOf(address), at);
    if (at < counted.refusedUntil) return Math.ceil((counted.refusedUntil - at) / 1_000);
    counted.requests = 0;
    const wait = await consume(scope, 'everything', placeOf(address), step);
    if (wait !== null) counted.refusedUntil = at + wait * 1_000;
    return wait;
  }

  #counted(place: string, at: number): Counted {
    const known = this.#places.get(place);
    if (known) {
      if (at - known.since <= forgetMs) return known;
      this.#places.delete(place);
    }
    if (this.#places.size >= mostPlaces) this.#forget(at);
    const fresh = { requests: 0, since: at, refusedUntil: 0 };
    this.#places.set(place, fresh);
    return fresh;
  }

  /** The map keeps the oldest first. */
  #forget(at: number) {
    for (const [place, { since }] of this.#places) {
      if (at - since <= forgetMs && this.#places.size < mostPlaces) return;
      this.#places.delete(place);
    }
  }
}

import type { Scope } from '../../scope.ts';
import { placeOf, take } from './spend.server.ts';

/** So many requests of an address are counted in memory before the database hears of them. */
const step = 25;
const forgetMs = 60_000;
const mostPlaces = 100_000;

interface Counted {
  requests: number;
  since: number;
  refusedUntil: number;
}

/**
 * A generous ceiling over everything that an address asks for. Each process counts for itself and puts every
 * twenty-five requests on the shared account in one statement: most visitors cost the database nothing, and
 * several processes still hold one ceiling.
 */
export class Ceiling {
  readonly #places = new Map<string, Counted>();

  /** Counts one more where nobody has to be asked for it, and says whether it did. */
  passAtOnce({ now }: Pick<Scope, 'now'>, address: string): boolean {
    const at = now().getTime();
    const counted = this.#counted(placeOf(address), at);
    if (at < counted.refusedUntil || counted.requests + 1 >= step) return false;
    counted.requests += 1;
    return true;
  }

  /** @returns null, or the seconds to wait */
  async pass(scope: Pick<Scope, 'em' | 'now' | 'rateScale'>, address: string): Promise<number | null> {
    if (this.passAtOnce(scope, address)) return null;
    const at = scope.now().getTime();
    const place = placeOf(address);
    const counted = this.#counted(place, at);
    if (at < counted.refusedUntil) return Math.ceil((counted.refusedUntil - at) / 1_000);
    counted.requests = 0;
    const wait = await take(scope, 'everything', place, step);
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

  /** The oldest come first in the map. */
  #forget(at: number) {
    for (const [place, { since }] of this.#places) {
      if (at - since <= forgetMs && this.#places.size < mostPlaces) return;
      this.#places.delete(place);
    }
  }
}

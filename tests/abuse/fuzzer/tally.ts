import { rows } from '../../support/sql.ts';
import type { World } from './people.ts';
import type { Target } from './targets.ts';

interface Counted {
  requests: number;
  targets: Set<string>;
}

/** What the fuzzer has reached, phase by phase, so that a run that attacks nothing does not pass. */
export class Tally {
  readonly #phases = new Map<string, Counted>();
  readonly #known: ReadonlySet<string>;

  constructor(known: readonly Target[]) {
    this.#known = new Set(known.map(({ name }) => name));
  }

  /** Counts an answer. What was refused for now was counted as a request and did not reach its target. */
  add(phase: string, target: string, status: number) {
    const counted = this.#phases.get(phase) ?? { requests: 0, targets: new Set() };
    this.#phases.set(phase, counted);
    counted.requests += 1;
    const isReached = status > 0 && status !== 429 && status !== 503;
    if (isReached && this.#known.has(target)) counted.targets.add(target);
  }

  /** The share of all targets that the phases together have reached, from 0 to 1. */
  get share() {
    const reached = new Set([...this.#phases.values()].flatMap(({ targets }) => [...targets]));
    return reached.size / this.#known.size;
  }

  /** A line for each phase. */
  toString() {
    const lines = [...this.#phases].map(
      ([phase, { requests, targets }]) =>
        `  ${phase}: ${requests} requests, ${targets.size} of ${this.#known.size} targets`,
    );
    return lines.join('\n');
  }
}

/** How many purchases have been paid and how many plans have begun. */
export async function paidIn(world: World): Promise<{ purchases: number; plans: number }> {
  const [found] = await rows<{ purchases: number; plans: number }>(world.em())`
    select (select count(*)::int from purchases where paid_at is not null) as purchases,
      (select count(*)::int from subscriptions where status = 'active') as plans`;
  return found ?? { purchases: 0, plans: 0 };
}

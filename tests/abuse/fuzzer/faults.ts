import { type Case, shown } from './case.ts';

interface Fault {
  rule: string;
  target: string;
  cases: Case[];
  note: string;
  times: number;
}

/** What the fuzzer found, each kind of fault once, with the requests that show it. */
export class Faults {
  readonly #found = new Map<string, Fault>();
  readonly seed: number;

  constructor(seed: number) {
    this.seed = seed;
  }

  /** @returns whether this kind of fault is new */
  add(rule: string, cases: Case[], note = ''): boolean {
    const target = [...new Set(cases.map((each) => each.target))].slice(0, 4).join(', ');
    const key = `${rule} ${cases[0]?.target}`;
    const known = this.#found.get(key);
    if (known) known.times += 1;
    else this.#found.set(key, { rule, target, cases, note, times: 1 });
    return !known;
  }

  /** Puts a shorter reproduction in the place of the first. */
  shorten(rule: string, first: Case, shorter: Case) {
    const known = this.#found.get(`${rule} ${first.target}`);
    if (known) known.cases = [shorter];
  }

  /** @throws Error with everything found since the last look */
  mustBeNone() {
    const found = [...this.#found.values()];
    this.#found.clear();
    if (found.length === 0) return;
    const lines = found.map(({ rule, target, cases, note, times }) => {
      const changes = [...new Set(cases.flatMap((each) => each.changes))].join(', ');
      const how = [...new Set(cases.map(shown))].join('\n  ');
      return `${rule}, ${times} times\n  at ${target}${changes && `, by ${changes}`}${note && `\n  ${note}`}\n  ${how}`;
    });
    throw new Error(
      `FUZZ_SEED=${this.seed} found ${found.length} kinds of faults.\n\n${lines.join('\n\n')}\n`,
    );
  }
}

/** A row that an earlier import wrote. */
export interface Known {
  id: number;
}

/** Finds for each wanted row the known row that it continues. Each rule is tried on what the rules before it left, and
 *  only where it names one row on both sides. */
export class Claims<Wanted, Row extends Known> {
  readonly found = new Map<Wanted, Row>();
  private readonly wanted: readonly Wanted[];
  private readonly left: Set<Row>;

  constructor(wanted: readonly Wanted[], known: readonly Row[]) {
    this.wanted = wanted;
    this.left = new Set(known);
  }

  /** Two rows are one when these texts are equal; null never is. */
  by(ofWanted: (wanted: Wanted) => string | null, ofRow: (row: Row) => string | null): this {
    const rows = onlyOnes([...this.left], ofRow);
    for (const [key, wanted] of onlyOnes(this.unfound(), ofWanted)) {
      const row = rows.get(key);
      if (row) this.claim(wanted, row);
    }
    return this;
  }

  /** Two rows are one when this says so; the first that fits is taken. */
  where(isSame: (wanted: Wanted, row: Row) => boolean): this {
    for (const wanted of this.unfound()) {
      const row = [...this.left].find((each) => isSame(wanted, each));
      if (row) this.claim(wanted, row);
    }
    return this;
  }

  /** Known rows that the file does not have any more. */
  get unclaimed(): number {
    return this.left.size;
  }

  private unfound() {
    return this.wanted.filter((each) => !this.found.has(each));
  }

  private claim(wanted: Wanted, row: Row) {
    this.found.set(wanted, row);
    this.left.delete(row);
  }
}

function onlyOnes<T>(things: readonly T[], keyOf: (thing: T) => string | null): Map<string, T> {
  const groups = Map.groupBy(things, keyOf);
  const only = new Map<string, T>();
  for (const [key, group] of groups) if (key !== null && group.length === 1) only.set(key, group[0]!);
  return only;
}

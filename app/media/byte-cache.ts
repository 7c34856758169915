export interface Computed {
  bytes: Buffer;
  /** False for a substitute, which is returned but not stored. */
  isWhole: boolean;
}

interface Bounds {
  maxBytes: number;
  maxPending: number;
  /** Of one person, so that nobody fills the queue for all (ADR-094). */
  maxPendingOfOne?: number;
}

/** Computes bytes once per key and keeps the newest, up to `maxBytes`. `who` is whose share of the queue a computation
 *  takes. @returns null above `maxPending`, and above the share */
export function byteCache({ maxBytes, maxPending, maxPendingOfOne = maxPending }: Bounds) {
  const stored = new Map<string, Computed>();
  const pending = new Map<string, { who: string; work: Promise<Computed> }>();
  let size = 0;

  function store(key: string, computed: Computed) {
    stored.set(key, computed);
    size += computed.bytes.length;
    for (const [oldest, { bytes }] of stored) {
      if (size <= maxBytes) break;
      stored.delete(oldest);
      size -= bytes.length;
    }
  }

  const countOf = (who: string) => [...pending.values()].filter((each) => each.who === who).length;

  return async (key: string, compute: () => Promise<Computed>, who = ''): Promise<Computed | null> => {
    const found = stored.get(key);
    if (found) {
      stored.delete(key);
      stored.set(key, found);
      return found;
    }
    const shared = pending.get(key);
    if (shared) return shared.work;
    if (pending.size >= maxPending || countOf(who) >= maxPendingOfOne) return null;
    const work = compute();
    pending.set(key, { who, work });
    try {
      const computed = await work;
      if (computed.isWhole) store(key, computed);
      return computed;
    } finally {
      pending.delete(key);
    }
  };
}

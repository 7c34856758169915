export interface Computed {
  bytes: Buffer;
  /** False for a substitute, which is returned but not stored. */
  isWhole: boolean;
}

/** Computes bytes once per key and keeps the newest, up to `maxBytes`. @returns null above `maxPending` */
export function byteCache({ maxBytes, maxPending }: { maxBytes: number; maxPending: number }) {
  const stored = new Map<string, Computed>();
  const pending = new Map<string, Promise<Computed>>();
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

  return async (key: string, compute: () => Promise<Computed>): Promise<Computed | null> => {
    const found = stored.get(key);
    if (found) {
      stored.delete(key);
      stored.set(key, found);
      return found;
    }
    const shared = pending.get(key);
    if (shared) return shared;
    if (pending.size >= maxPending) return null;
    const work = compute();
    pending.set(key, work);
    try {
      const computed = await work;
      if (computed.isWhole) store(key, computed);
      return computed;
    } finally {
      pending.delete(key);
    }
  };
}

import pg from 'pg';

interface Listening {
  url: string;
  /** Told of a connection that ended, and of each failed try for another. */
  warn?: (text: string) => void;
  /** How often the connection must prove that it lives. */
  proveMs?: number;
  firstPauseMs?: number;
}

export interface Listener {
  /** Hears what committed transactions of any process say on a channel by `pg_notify`, in their order.
   *  @returns a function that ends it */
  on(channel: string, hear: (payload: string) => void): () => void;
  /** Called when the connection is lost: from then on until it is back, news may be missing. */
  onLost(act: () => void): void;
  /** Called at once when news is heard already, and each time from when on it is heard (again). */
  onListening(act: () => void): void;
  /** Whether all news of this moment will be heard. */
  readonly isListening: boolean;
  close(): Promise<void>;
}

const longestPauseMs = 5_000;

/** Listens over one connection of its own for each process, because `listen` belongs to a connection and those of the
 *  pool change. A lost connection is made again, with a growing pause; what was said meanwhile is never heard. */
export function openListener({
  url,
  warn = () => {},
  proveMs = 1_000,
  firstPauseMs = 100,
}: Listening): Listener {
  const channels = new Map<string, Set<(payload: string) => void>>();
  const lost = new Set<() => void>();
  const listening = new Set<() => void>();
  let client: pg.Client | null = null;
  let isListening = false;
  let isClosed = false;
  let pauseMs = firstPauseMs;
  let next: NodeJS.Timeout | undefined;

  async function connect() {
    const made = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
      keepAlive: true,
      application_name: 'summa listens',
    });
    client = made;
    made.on('notification', ({ channel, payload = '' }) => {
      for (const hear of channels.get(channel) ?? []) hear(payload);
    });
    // Both may come, in any order, and `error` also later.
    made.on('error', (error) => leave(made, error.message));
    made.on('end', () => leave(made, 'it ended'));
    try {
      await made.connect();
      for (const channel of channels.keys()) await made.query(listenTo(channel));
      if (client !== made) return;
      pauseMs = firstPauseMs;
      begin();
      next = setTimeout(prove, proveMs, made).unref();
    } catch (error) {
      leave(made, error instanceof Error ? error.message : String(error));
    }
  }

  function begin() {
    isListening = true;
    for (const act of listening) act();
  }

  /** A connection to a machine that vanished breaks only when something is sent. */
  async function prove(made: pg.Client) {
    try {
      await made.query('select 1');
      if (client === made) next = setTimeout(prove, proveMs, made).unref();
    } catch (error) {
      leave(made, error instanceof Error ? error.message : String(error));
    }
  }

  function leave(left: pg.Client, why: string) {
    if (client !== left) return;
    client = null;
    clearTimeout(next);
    const wasListening = isListening;
    isListening = false;
    void left.end().catch(() => {});
    if (wasListening) for (const act of lost) act();
    if (isClosed) return;
    warn(`not listening to the database: ${why}`);
    next = setTimeout(connect, pauseMs).unref();
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
  }

  next = setTimeout(connect, 0).unref();
  return {
    get isListening() {
      return isListening;
    },
    on(channel, hear) {
      const known = channels.get(channel);
      const all = known ?? new Set();
      all.add(hear);
      channels.set(channel, all);
      const asked = client;
      if (!known && asked && isListening) {
        isListening = false;
        asked
          .query(listenTo(channel))
          .then(() => {
            if (client === asked) begin();
          })
          .catch((error: Error) => leave(asked, error.message));
      }
      return () => void all.delete(hear);
    },
    onLost: (act) => void lost.add(act),
    onListening(act) {
      listening.add(act);
      if (isListening) act();
    },
    async close() {
      isClosed = true;
      clearTimeout(next);
      const left = client;
      client = null;
      isListening = false;
      await left?.end().catch(() => {});
    },
  };
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;

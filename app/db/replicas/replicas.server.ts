import { db, sql } from '../kysely.server.ts';
import type { Listener } from '../listen.server.ts';
import { type Orm, openOrm } from '../orm.server.ts';
import { beyondAll, type Lsn, lsnOf } from './lsn.ts';
import { noteReplica } from './same-database.ts';

interface Options {
  urls: readonly string[];
  primary: Orm;
  listener: Listener | null;
  warn: (text: string) => void;
  prepares: boolean;
  pollMs?: number;
  /** A replica that is further behind than this is not used, until it has caught up. */
  mostLagMs?: number;
  /** A request waits at most this long for a replica to say how far it is. */
  timeoutMs?: number;
}

interface Replica {
  orm: Orm;
  /** Up to where it has carried out the changes of the primary, as it said last; null while it does not answer. */
  replayed: Lsn | null;
  asking: Promise<void> | null;
}

export interface Replicas {
  /** A replica that has everything that this process knows of, and what the reader has written.
   *  @param written the place of the reader's last change; null without one
   *  @returns null when none has it, so the primary must be read */
  pick(written: Lsn | null): Promise<Orm | null>;
  /** The place after all changes that were committed before this call, as PostgreSQL writes it. One that cannot be read
   *  is beyond all, so that the reader reads from the primary. */
  writtenNow(): Promise<string>;
  /** How many replicas are near enough to be read. */
  count(): number;
  close(): Promise<void>;
}

const place = (which: string) => sql<string | null>`${sql.raw(which)}::text`;
/** After all commits that were answered, because an answer waits until its commit is flushed. */
const primaryPlace = place('pg_current_wal_flush_lsn()');
/** Of a server that is the primary by now, or still believes so, it is the place to which it has written. */
const replicaPlace = place(
  'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end',
);

/** Opens copies of the database that answer reads (ADR-084). How far each is behind is asked once a second. */
export async function openReplicas({
  urls,
  primary,
  listener,
  warn,
  prepares,
  pollMs = 1_000,
  mostLagMs = 5_000,
  timeoutMs = 100,
}: Options): Promise<Replicas> {
  const replicas: Replica[] = [];
  for (const url of urls) {
    const connecting = { silenceMs: 15_000, prepares, readsOnly: true, onEnd: () => check(replica) };
    const orm = await openOrm(url, warn, connecting);
    const replica: Replica = { orm, replayed: null, asking: null };
    noteReplica(orm, primary);
    replicas.push(replica);
  }
  /** Where the primary was, the oldest first. */
  const samples: { at: number; lsn: Lsn }[] = [];
  /** What a replica must have, because this process heard of a change; null while that place is not known yet. */
  let needed: Lsn | null = 0n;
  let heard = 0;
  let isLearning = false;
  let next = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const read = async (orm: Orm, what: typeof primaryPlace) => {
    const { at } = await db(orm.em.fork()).selectNoFrom(what.as('at')).executeTakeFirstOrThrow();
    return at;
  };

  function ask(replica: Replica): Promise<void> {
    replica.asking ??= read(replica.orm, replicaPlace)
      .then((at) => {
        replica.replayed = lsnOf(at);
      })
      .catch((error) => {
        if (replica.replayed !== null) warn(`a replica does not answer: ${error.message}`);
        replica.replayed = null;
      })
      .finally(() => {
        replica.asking = null;
      });
    return replica.asking;
  }

  /** A connection that ended may mean that the server did, so nothing is read there until it has answered again. */
  function check(replica: Replica) {
    replica.replayed = null;
    if (!isClosed) void ask(replica);
  }

  /** The newest place of the primary that is old enough for every replica to have it. */
  function leastPlace(): Lsn | null {
    const limit = performance.now() - mostLagMs;
    while (samples[1] && samples[1].at <= limit) samples.shift();
    return samples[0]?.lsn ?? null;
  }

  const isNear = ({ replayed }: Replica): boolean => {
    const least = leastPlace();
    return replayed !== null && least !== null && replayed >= least;
  };

  async function poll() {
    // While the primary is away, nothing new is there that a replica could lack.
    const lsn = await read(primary, primaryPlace).then(lsnOf, () => null);
    if (lsn !== null) samples.push({ at: performance.now(), lsn });
    if (needed === null && !isLearning) await learn();
    await Promise.race([Promise.all(replicas.map(ask)), pause(pollMs)]);
    if (!isClosed) timer = setTimeout(poll, pollMs).unref();
  }

  /** News of a change: replicas are read again as soon as they have it. */
  function hear() {
    heard += 1;
    needed = null;
    if (!isLearning) void learn();
  }

  /** Asks where the primary is, again when more was heard meanwhile. If it does not answer, the next poll asks. */
  async function learn() {
    isLearning = true;
    let asked = -1;
    let lsn: Lsn | null = null;
    while (asked !== heard) {
      asked = heard;
      lsn = await read(primary, primaryPlace).then(lsnOf, () => null);
    }
    needed = lsn;
    isLearning = false;
  }

  for (const channel of ['members', 'library']) listener?.on(channel, hear);
  await poll();
  return {
    async pick(written) {
      if (needed === null) return null;
      const wanted = written !== null && written > needed ? written : needed;
      for (let tries = 0; tries < replicas.length; tries += 1) {
        next = (next + 1) % replicas.length;
        const replica = replicas[next] as Replica;
        if (!isNear(replica)) continue;
        if ((replica.replayed ?? 0n) < wanted) await Promise.race([ask(replica), pause(timeoutMs)]);
        if (replica.replayed !== null && replica.replayed >= wanted) return replica.orm;
      }
      return null;
    },
    writtenNow: async () => (await read(primary, primaryPlace).catch(() => null)) ?? beyondAll,
    count: () => replicas.filter(isNear).length,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      for (const { orm } of replicas) await orm.close(true);
    },
  };
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms).unref());

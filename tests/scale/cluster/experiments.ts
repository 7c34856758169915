import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.ts';
import type { Cluster } from './cluster.ts';
import { signal, until } from './processes.ts';

/** What an experiment says of itself. Moments are those of `performance.now()`. */
export interface Course {
  /** From here on the pause is measured: the failure, or the return of what writes need. */
  from: number;
  /** Between these nothing may be acknowledged. */
  silence?: [number, number];
  /** Between these members and visitors must be able to read. */
  reads?: [number, number];
  /** For the table. */
  note?: string;
}

export interface Experiment {
  name: string;
  /** Does it, and brings everything back that it took away.
   *  @param hasResumed waits until a write begun after this call is acknowledged */
  perform(cluster: Cluster, hasResumed: () => Promise<void>): Promise<Course>;
  /** Seconds without an acknowledged write. */
  mostPause?: number;
}

const now = () => performance.now();

/** Longer than anything must take to notice that a machine is gone. */
const outageMs = 25_000;

export const experiments: Experiment[] = [
  {
    name: 'kill -9 of the primary and its Patroni',
    async perform(cluster, hasResumed) {
      const old = await cluster.leader();
      const from = now();
      await old.kill();
      await hasResumed();
      const next = await cluster.leader();
      await old.start();
      return { from, note: `${old.name} to ${next.name}` };
    },
  },
  {
    name: 'kill -9 of the primary’s PostgreSQL',
    async perform(cluster, hasResumed) {
      const old = await cluster.leader();
      const from = now();
      await old.killPostgres();
      await hasResumed();
      const next = await cluster.leader();
      return { from, note: next === old ? 'in its place' : `${old.name} to ${next.name}` };
    },
  },
  {
    name: 'kill -9 of the synchronous standby',
    async perform(cluster, hasResumed) {
      const standby = await cluster.syncStandby();
      const from = now();
      await standby.kill();
      await hasResumed();
      const next = await cluster.syncStandby(standby);
      await standby.start();
      return { from, note: `${standby.name} to ${next.name}` };
    },
  },
  {
    name: 'both standbys stopped',
    async perform(cluster, hasResumed) {
      const leader = await cluster.leader();
      const standbys = cluster.nodes.filter((node) => node !== leader);
      await Promise.all(standbys.map((node) => node.stop()));
      const stopped = now() + 1_000;
      await sleep(outageMs);
      const from = now();
      await Promise.all(standbys.map((node) => node.start()));
      await hasResumed();
      return { from, silence: [stopped, from], reads: [stopped, from] };
    },
  },
  {
    name: 'the primary frozen for 60 s',
    async perform(cluster, hasResumed) {
      const old = await cluster.leader();
      const from = now();
      old.freeze();
      await hasResumed();
      const next = await cluster.leader();
      await sleep(Math.max(0, 60_000 - (now() - from)));
      old.thaw();
      return { from, note: `${old.name} to ${next.name}` };
    },
  },
  {
    name: 'kill -9 of one etcd',
    mostPause: 10,
    async perform(cluster) {
      const from = now();
      await cluster.etcd.kill(0);
      await sleep(outageMs);
      cluster.etcd.restart(0);
      await cluster.etcd.allHealthy();
      return { from, reads: [from, now()] };
    },
  },
  {
    name: 'kill -9 of two etcd',
    async perform(cluster, hasResumed) {
      await Promise.all([cluster.etcd.kill(0), cluster.etcd.kill(1)]);
      // The primary has its lock for at most `ttl`.
      await sleep(outageMs);
      const silent = now();
      await sleep(5_000);
      const from = now();
      cluster.etcd.restart(0);
      await hasResumed();
      cluster.etcd.restart(1);
      await cluster.etcd.allHealthy();
      return { from, silence: [silent, from] };
    },
  },
  {
    name: 'patronictl switchover',
    mostPause: 5,
    async perform(cluster, hasResumed) {
      const old = await cluster.leader();
      const from = now();
      await cluster.switchover();
      await hasResumed();
      const next = await cluster.leader();
      return { from, note: `${old.name} to ${next.name}` };
    },
  },
  {
    name: 'cancelled waits for the standby, then kill -9 of the primary',
    async perform(cluster, hasResumed) {
      const old = await cluster.leader();
      const receivers = cluster.nodes.filter((node) => node !== old).flatMap((node) => node.receivers());
      signal(receivers, 'SIGSTOP');
      const from = now();
      let cancelled = 0;
      try {
        // Whoever writes now waits. Each wait is ended by a cancel, and its commit exists on this primary only.
        await until('cancelled waits', async () => {
          const found = await ask<{ pid: number }>(
            old.url,
            `select pid, pg_cancel_backend(pid) from pg_stat_activity
             where wait_event = 'SyncRep' and application_name = 'summa'`,
          );
          cancelled += found.length;
          return now() - from > 4_000 && cancelled > 20;
        });
        await old.kill();
      } finally {
        signal(receivers, 'SIGCONT');
      }
      await hasResumed();
      await old.start();
      return { from, note: `${cancelled} cancelled` };
    },
  },
];

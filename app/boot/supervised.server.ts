import cluster from 'node:cluster';

export interface Ready {
  greeting: string;
  /** How many processes answer requests instead of this one; 0 when it answers them itself. */
  webProcesses: number;
  webSettings: Record<string, string>;
  /** The DATA_DIR of the embedded database, which must outlive this process; null with another database. */
  embeddedIn: string | null;
}

/** Sent every second while the event loop runs. */
export type Heartbeat = 'alive';

/** Whether this process only answers requests and leaves the jobs to the site (WEB_CONCURRENCY). */
export const isWebProcess = cluster.isWorker && process.argv[2] === 'web';

/** Whether a process of this site has served before: then its port may still be in use. */
export const isRestart = cluster.isWorker && cluster.worker?.id !== 1;

/** The process that restarts this one; null for one that was started by itself (bin/dev, tests). */
export const supervisorId = cluster.isWorker ? process.ppid : null;

const heartbeatMs = 1_000;

/** Reports to the supervisor that this process serves; `stop` closes it when the supervisor is gone. */
export function reportReady(ready: Ready, stop: () => void) {
  const { worker } = cluster;
  if (!worker) return;
  const send = (message: Ready | Heartbeat) =>
    worker.isConnected() && worker.send(message, undefined, undefined, () => {});
  send(ready);
  setInterval(() => send('alive'), heartbeatMs).unref();
  // Without it Node would end the process at once, with requests open.
  worker.exitedAfterDisconnect = true;
  process.once('disconnect', stop);
}

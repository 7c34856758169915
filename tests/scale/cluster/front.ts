import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/site/site.ts';
import { secret } from '../../support/world.ts';
import type { DatabaseNode } from './database-node.ts';
import { commandOf, copyOf, settingsOf } from './deployed.ts';
import { isRunning, type Started, start, until } from './processes.ts';

/** HAProxy with deploy/haproxy. It leads people to the two hosts, and those to the primary. */
export async function startBalancer(folder: string, nodes: DatabaseNode[], web: number[]) {
  const [site, primary] = [await freePort(), await freePort()];
  const databases = nodes.flatMap(({ port, restPort }, n) => [
    [`DB${n + 1}`, `127.0.0.1:${port}`],
    [`DB${n + 1}_PATRONI`, String(restPort)],
  ]);
  const balancer = start({
    name: 'haproxy',
    command: ['/usr/sbin/haproxy', '-db', '-f', copyOf('haproxy/haproxy.cfg', folder)],
    env: settingsOf('haproxy/haproxy.env', {
      SITE_BIND: `127.0.0.1:${site}`,
      WEB1: `127.0.0.1:${web[0]}`,
      WEB2: `127.0.0.1:${web[1]}`,
      PRIMARY_BIND: `127.0.0.1:${primary}`,
      ...Object.fromEntries(databases),
    }),
    folder,
  });
  await until('HAProxy', () => isRunning(balancer) && answers(site), 10_000).catch((error) => {
    throw new Error(`HAProxy does not run. ${balancer.log()}`, { cause: error });
  });
  return { balancer, address: `http://127.0.0.1:${site}`, primary };
}

const answers = (port: number, path = '/healthz') =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2_000) }).then(() => true);

export const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(({ ok }) => ok);

/** Starts a program of the site as its unit does. The worker has no port. */
export function startUnit(unit: 'web' | 'worker', options: UnitOptions): Started {
  const { folder, databaseUrl, replicaUrls, origin, port = 3000, name } = options;
  const data = join(folder, 'site');
  mkdirSync(data, { recursive: true });
  return start({
    name,
    command: commandOf(`summa-${unit}.service`),
    env: {
      ...settingsOf('systemd/summa.env', {
        DATABASE_URL: databaseUrl,
        DATABASE_REPLICA_URLS: replicaUrls,
        SESSION_SECRET: secret,
        ORIGIN: origin,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: data,
        WEB_CONCURRENCY: '1',
      }),
      // The cookie of production is for https only.
      SUMMA_MODE: 'test',
      SEED_DEMO: '0',
      RATE_LIMIT_SCALE: '10000',
    },
    folder,
    cwd: process.cwd(),
  });
}

interface UnitOptions {
  name: string;
  folder: string;
  databaseUrl: string;
  replicaUrls: string;
  origin: string;
  port?: number;
}

import { join } from 'node:path';
import type { SystemUser } from '../../../app/db/cluster-home.server.ts';
import { freePort } from '../../support/site/site.ts';
import { settingsOf } from './deployed.ts';
import { end, isRunning, type Started, start, until } from './processes.ts';

/** Three etcd on this machine, each with the settings of deploy/etcd/etcd.env. */
export async function startEtcd(folder: string, user: SystemUser | null) {
  const places: { name: string; client: number; peer: number }[] = [];
  for (const name of ['etcd1', 'etcd2', 'etcd3'])
    places.push({ name, client: await freePort(), peer: await freePort() });
  const address = (port: number) => `http://127.0.0.1:${port}`;
  const run = ({ name, client, peer }: (typeof places)[number]) =>
    start({
      name,
      command: ['/usr/bin/etcd'],
      env: settingsOf('etcd/etcd.env', {
        ETCD_NAME: name,
        ETCD_DATA_DIR: join(folder, `${name}.data`),
        ETCD_LISTEN_PEER_URLS: address(peer),
        ETCD_LISTEN_CLIENT_URLS: address(client),
        ETCD_ADVERTISE_CLIENT_URLS: address(client),
        ETCD_INITIAL_ADVERTISE_PEER_URLS: address(peer),
        ETCD_INITIAL_CLUSTER: places.map((each) => `${each.name}=${address(each.peer)}`).join(','),
      }),
      folder,
      user,
    });
  const members: Started[] = places.map(run);
  const isHealthy = async ({ client }: (typeof places)[number]) =>
    (await fetch(`${address(client)}/health`, { signal: AbortSignal.timeout(2_000) })).ok;
  const allHealthy = () =>
    until('three etcd', async () => (await Promise.all(places.map(isHealthy))).every(Boolean), 60_000);
  await allHealthy();
  return {
    hosts: places.map(({ client }) => `127.0.0.1:${client}`).join(','),
    allHealthy,
    /** Kills one, 0 to 2. */
    async kill(n: number) {
      await end(members[n]!, { signal: 'SIGKILL' });
    },
    /** Starts one again, as systemd would. */
    restart(n: number) {
      if (!isRunning(members[n]!)) members[n] = run(places[n]!);
    },
  };
}

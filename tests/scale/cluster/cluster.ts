import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemUser } from '../../../app/db/cluster-home.server.ts';
import { freePort } from '../../support/site/site.ts';
import { ask } from './ask.ts';
import { DatabaseNode, type Member } from './database-node.ts';
import { startEtcd } from './etcd.ts';
import { isReady, startBalancer, startUnit } from './front.ts';
import { killAllIn } from './guard.ts';
import { end, isRunning, type Started, start, until } from './processes.ts';

const passwords = { superuser: 'for tests 1', replication: 'for tests 2', site: 'for-tests-3' };

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Three etcd, three PostgreSQL under Patroni, HAProxy, two web hosts and a worker on this machine, all from the files
 *  of deploy/. `stop` ends every process and removes every file; so does an end of the tests. */
export async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'summa-scale-'));
  const user = systemUser();
  chmodSync(folder, 0o755);
  if (user) chownSync(folder, user.uid, user.gid);
  const programs: Started[] = [];
  const nodes: DatabaseNode[] = [];
  const held = { etcdHosts: '' };

  // The process of the tests may be killed, too.
  const guard = spawn(
    process.execPath,
    [join(import.meta.dirname, 'guard.ts'), folder, String(process.pid)],
    {
      detached: true,
      stdio: 'ignore',
    },
  );
  async function stop() {
    const [balancer, ...site] = programs;
    // The site ends in good order while its database is there. The rest is thrown away.
    await Promise.all(site.map((each) => end(each, { withinMs: 15_000 })));
    if (balancer) await end(balancer);
    guard.kill('SIGKILL');
    await killAllIn(folder);
    if (!process.env.SCALE_KEEPS_LOGS) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  try {
    return await begin();
  } catch (error) {
    const logs = [...nodes, ...programs].map((each) => `== ${each.name}\n${each.log().slice(-1_500)}`);
    await stop();
    throw new Error(`The cluster did not start. ${logs.join('\n')}`, { cause: error });
  }

  async function begin() {
    const etcd = await startEtcd(folder, user);
    held.etcdHosts = etcd.hosts;
    const place = { folder, user, etcdHosts: etcd.hosts, passwords };
    for (const name of ['db1', 'db2', 'db3']) {
      const node = new DatabaseNode(name, place);
      nodes.push(node);
      await node.start();
      // The first makes the cluster, the others copy it.
      await until(`${name} runs`, async () => (await members()).some(isRunningMember(name)), 90_000);
    }
    await healthy();
    await makeDatabase();
    const web = [await freePort(), await freePort()];
    const front = await startBalancer(folder, nodes, web);
    programs.push(front.balancer);
    const databaseUrl = `postgres://summa:${passwords.site}@127.0.0.1:${front.primary}/summa`;
    const replicaUrls = nodes
      .map(({ port }) => databaseUrl.replace(`:${front.primary}/`, `:${port}/`))
      .join(',');
    const unit = { folder, databaseUrl, replicaUrls, origin: front.address };
    for (const [n, port] of web.entries()) {
      const started = startUnit('web', { ...unit, name: `web${n + 1}`, port });
      programs.push(started);
      await until(`web${n + 1} is ready`, () => isReady(port), 120_000);
    }
    await until('HAProxy knows both', () => isReady(Number(new URL(front.address).port)), 30_000);
    programs.push(startUnit('worker', { ...unit, name: 'worker' }));
    return {
      folder,
      etcd,
      nodes,
      members,
      healthy,
      stop,
      address: front.address,
      databaseUrl,
      webPorts: web,
      leader: () => found(({ role }) => role === 'leader'),
      /** Those that are not the primary now. */
      standbys: async () => {
        const leader = await found(({ role }) => role === 'leader');
        return nodes.filter((node) => node !== leader);
      },
      /** The standby that confirms commits, other than the one given. */
      syncStandby: (not?: DatabaseNode) =>
        found(({ role, name }) => role === 'sync_standby' && name !== not?.name),
      /** Starts again whatever an experiment left dead or frozen. */
      async repair() {
        for (const n of [0, 1, 2]) etcd.restart(n);
        for (const node of nodes) await node.repair();
        await healthy();
      },
      /** Hands the lead to another machine in good order, as an administrator does. */
      switchover: () => patronictl('switchover', 'summa', '--force'),
      /** The hosts and the worker that ended, or of which a process did. */
      ended: () =>
        programs
          .filter((each) => !isRunning(each) || /"source":"supervisor".*ended with/.test(each.whole()))
          .map(({ name }) => name),
    };
  }

  /** What the first Patroni that answers says. */
  async function members(): Promise<Member[]> {
    const answers = await Promise.allSettled(nodes.map((node) => node.members()));
    const found = answers.find(({ status }) => status === 'fulfilled');
    return found?.status === 'fulfilled' ? found.value : [];
  }

  async function nodeOf(is: (member: Member) => boolean): Promise<DatabaseNode> {
    const name = (await members()).find(is)?.name;
    const node = nodes.find((each) => each.name === name);
    if (!node) throw new Error(`There is no such node: ${JSON.stringify(await members())}`);
    return node;
  }

  /** Patroni may know a moment later what has happened. */
  async function found(is: (member: Member) => boolean): Promise<DatabaseNode> {
    await until('a machine with this role', async () => (await members()).some(is), 30_000);
    return nodeOf(is);
  }

  /** One primary, two standbys that follow it, one of which confirms commits. */
  async function healthy(withinMs = 120_000) {
    await until(
      'one primary and two standbys that follow',
      async () => {
        const all = await members();
        const roles = all.map(({ role }) => role).sort();
        const isAll = all.every(
          ({ name, lag = 0 }) => all.some(isRunningMember(name)) && Number(lag) < 1_000_000,
        );
        return isAll && roles.join() === 'leader,replica,sync_standby' && (await follow());
      },
      withinMs,
    );
  }

  /** Whether the primary itself sees both standbys and waits for one. Patroni may know it later or earlier. */
  async function follow(): Promise<boolean> {
    const leader = await nodeOf(({ role }) => role === 'leader');
    const [found] = await ask<{ n: number; waits: number }>(
      leader.url.replace(/summa$/, 'postgres'),
      `select count(*)::int as n, count(*) filter (where sync_state = 'sync')::int as waits
       from pg_stat_replication where state = 'streaming'`,
    );
    return found?.n === 2 && found.waits === 1;
  }

  /** As docs/scale.md says. */
  async function makeDatabase() {
    const { url } = await nodeOf(({ role }) => role === 'leader');
    const admin = url.replace(/summa$/, 'postgres');
    await ask(admin, `create role summa login password '${passwords.site}'`);
    await ask(admin, 'create database summa owner summa');
  }

  async function patronictl(...words: string[]) {
    const command = ['/usr/bin/patronictl', '-c', join(folder, 'patroni.yml'), ...words];
    const env = { PATRONI_ETCD_HOSTS: held.etcdHosts };
    const started = start({ name: 'patronictl', command, env, folder });
    const code = await new Promise((done) => started.child.once('exit', done));
    if (code !== 0) throw new Error(`patronictl ${words.join(' ')} ended with ${code}: ${started.log()}`);
  }
}

const isRunningMember = (wanted: string) => (each: Member) =>
  each.name === wanted && ['running', 'streaming'].includes(each.state);

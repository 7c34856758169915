import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { clusterHome, systemUser } from '../../../app/db/cluster-home.server.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../../app/db/embedded.server.ts';

/** A primary and a standby that follows it by streaming, of clusters of their own. */
export interface Pair {
  primaryUrl: string;
  standbyUrl: string;
  /** The standby receives changes, but does not carry them out. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): Promise<void>;
}

const settings = { fsync: 'off', shared_buffers: '16MB' };

/** Starts both on free ports in a temporary folder. It takes a few seconds. */
export async function startPair(): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), 'summa-pair-'));
  chmodSync(folder, 0o755);
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')];
  const primary = await startEmbedded(first, { settings });
  await copyTo(first, second, primary.url);
  let standby: EmbeddedDatabase | null = await startEmbedded(second, { settings });
  const { url: standbyUrl } = standby;
  const standbyPort = new URL(standbyUrl).port;

  return {
    primaryUrl: primary.url,
    standbyUrl,
    pauseReplay: () => run(standbyUrl, 'select pg_wal_replay_pause()'),
    resumeReplay: () => run(standbyUrl, 'select pg_wal_replay_resume()'),
    async stopStandby() {
      await standby?.stop();
      standby = null;
    },
    async startStandby() {
      standby = await startEmbedded(second, { settings: { ...settings, port: standbyPort } });
    },
    async stop() {
      await standby?.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies a running cluster as a base backup does, because the package has no pg_basebackup. */
async function copyTo(from: string, to: string, url: string) {
  const user = systemUser();
  mkdirSync(to);
  const [source, target] = [clusterHome(from, user), clusterHome(to, user)];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('a standby', true)`);
    cpSync(join(source, 'password'), join(target, 'password'));
    execFileSync('cp', ['-a', join(source, 'data'), join(target, 'data')]);
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    const data = join(target, 'data');
    rmSync(join(data, 'postmaster.pid'), { force: true });
    writeFileSync(join(data, 'backup_label'), rows[0].labelfile);
    writeFileSync(join(data, 'standby.signal'), '');
    const { hostname, port, username, password } = new URL(url);
    const conninfo = `host=${decodeURIComponent(hostname)} port=${port} user=${username} password=${password}`;
    appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
    if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, target]);
  } finally {
    await client.end();
  }
}

async function run(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

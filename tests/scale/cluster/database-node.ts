import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemUser } from '../../../app/db/cluster-home.server.ts';
import { freePort } from '../../support/site/site.ts';
import { ask } from './ask.ts';
import { copyOf, settingsOf } from './deployed.ts';
import { end, familyOf, isRunning, type Started, signal, start, titleOf, until } from './processes.ts';

export interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica' | 'standby_leader';
  state: string;
  lag?: number | string;
}

interface Place {
  folder: string;
  user: SystemUser | null;
  etcdHosts: string;
  passwords: { superuser: string; replication: string };
}

/** Three PostgreSQL share a small machine. */
const small = { 'shared_buffers: 2GB': 'shared_buffers: 32MB' };

/** One machine of the database: a Patroni with deploy/patroni, and the PostgreSQL that it starts. */
export class DatabaseNode {
  readonly name: string;
  port = 0;
  restPort = 0;
  #place: Place;
  #patroni: Started | null = null;

  constructor(name: string, place: Place) {
    this.name = name;
    this.#place = place;
  }

  async start() {
    this.port ||= await freePort();
    this.restPort ||= await freePort();
    const { folder, user, etcdHosts, passwords } = this.#place;
    const file = this.#configure(null);
    const [rest, database] = [`127.0.0.1:${this.restPort}`, `127.0.0.1:${this.port}`];
    this.#patroni = start({
      name: this.name,
      command: ['/usr/bin/patroni', file],
      env: settingsOf('patroni/patroni.env', {
        PATRONI_NAME: this.name,
        PATRONI_ETCD_HOSTS: etcdHosts,
        PATRONI_RESTAPI_LISTEN: rest,
        PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
        PATRONI_POSTGRESQL_LISTEN: database,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: database,
        PATRONI_POSTGRESQL_DATA_DIR: this.#data,
        PATRONI_POSTGRESQL_PGPASS: join(folder, `${this.name}.pgpass`),
        PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
        PATRONI_REPLICATION_PASSWORD: passwords.replication,
      }),
      folder,
      user,
    });
  }

  get #data() {
    return join(this.#place.folder, `${this.name}.data`);
  }

  /** As the superuser, past HAProxy. */
  get url() {
    return `postgres://postgres:${this.#place.passwords.superuser}@127.0.0.1:${this.port}/summa`;
  }

  /** What this machine's Patroni knows of all. @throws when it does not answer within a second */
  async members(): Promise<Member[]> {
    const answer = await fetch(`http://127.0.0.1:${this.restPort}/cluster`, {
      signal: AbortSignal.timeout(1_000),
    });
    return ((await answer.json()) as { members: Member[] }).members;
  }

  log() {
    return this.#patroni?.log() ?? '';
  }

  /** PostgreSQL's processes, the first that started all others first; none when it does not run. */
  postgres(): number[] {
    try {
      const pid = Number(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      return titleOf(pid).includes(this.#data) ? familyOf(pid) : [];
    } catch {
      return [];
    }
  }

  pids(): number[] {
    const patroni = this.#patroni && isRunning(this.#patroni) ? familyOf(this.#patroni.child.pid!) : [];
    return [...new Set([...patroni, ...this.postgres()])];
  }

  /** The process that receives what the primary wrote. */
  receivers = () => this.postgres().filter((pid) => titleOf(pid).includes('walreceiver'));

  async killPostgres() {
    const [first = 0] = this.postgres();
    signal([first], 'SIGKILL');
    await until(`${this.name} has no PostgreSQL`, () => !titleOf(first), 10_000);
  }

  /** The machine loses its power. */
  async kill() {
    const all = this.pids();
    signal(all, 'SIGKILL');
    await until(`${this.name} is dead`, () => !all.some((pid) => titleOf(pid)), 10_000);
  }

  /** The machine answers nothing any more, and knows of nothing. */
  freeze = () => signal(this.pids(), 'SIGSTOP');
  thaw = () => signal(this.pids(), 'SIGCONT');

  /** Makes a standby repeat each change only after this time, such as `3s`; null: at once again. */
  async delay(time: string | null) {
    this.#configure(time);
    if (this.#patroni?.child.pid) signal([this.#patroni.child.pid], 'SIGHUP');
    await until(`${this.name} is ${time ?? 'not'} late`, async () => {
      const [shown] = await ask<{ delay: string }>(
        this.url,
        `select current_setting('recovery_min_apply_delay') as delay`,
      );
      return shown?.delay === (time ?? '0');
    });
  }

  #configure(delay: string | null): string {
    const { folder } = this.#place;
    const file = join(folder, `${this.name}.yml`);
    const text = readFileSync(copyOf('patroni/patroni.yml', folder, small), 'utf8');
    const late = delay
      ? `postgresql:\n  recovery_conf:\n    recovery_min_apply_delay: ${delay}\n`
      : 'postgresql:\n';
    writeFileSync(file, text.replace(/^postgresql:\n/m, late), { mode: 0o644 });
    return file;
  }

  /** In good order, as an administrator does it. */
  async stop(withinMs = 20_000) {
    if (this.#patroni) await end(this.#patroni, { withinMs });
    signal(this.postgres(), 'SIGKILL');
  }

  /** Whatever happened to it, it runs afterwards. */
  async repair() {
    this.thaw();
    if (!this.#patroni || !isRunning(this.#patroni)) await this.start();
  }
}

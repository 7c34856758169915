import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../app/db/embedded.server.ts';
import { migrate, type Orm, openOrm } from '../app/db/orm.server.ts';
import { takeCheckpoint } from '../app/features/commerce/earnings/checkpoints.server.ts';
import { viewerById } from '../app/features/identity/sessions/sessions.server.ts';
import { countPlatform } from '../app/features/library/creators/platform.server.ts';
import { ViewCounter } from '../app/features/library/items/views.server.ts';
import { ProgressKeeper } from '../app/features/study/progress/progress-keeper.server.ts';
import { diskStore } from '../app/media/disk.server.ts';
import type { MemberScope } from '../app/scope.ts';
import { insertBulkData } from '../tests/support/database/bulk-data.ts';
import { row } from '../tests/support/sql.ts';

export interface Size {
  /** Half of them are one creator's. */
  items: number;
  /** Each of them publishes. */
  members: number;
  likes: number;
}

/** A filled site, and the scope of the member who made half of the items. */
export interface Site {
  size: Size;
  scope: () => MemberScope;
  /** Does what the worker does each minute. */
  tick: () => Promise<void>;
  close: () => Promise<void>;
}

/** A temporary PostgreSQL with the site's settings, on which sites of any size are built. */
export async function openGround() {
  const folder = mkdtempSync(join(tmpdir(), 'summa-bench-'));
  // Under root another account runs the cluster and must enter, or it goes to /var/tmp and stays there.
  await chmod(folder, 0o755);
  const settings = { fsync: 'off', max_wal_size: '4GB', autovacuum: 'off' };
  const cluster = await startEmbedded(folder, { settings });
  const template = await openOrm(cluster.url);
  await migrate(template);

  async function build(size: Size): Promise<Site> {
    const name = `with_${size.items}`;
    await row(template.em.fork())`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = 'summa' and pid <> pg_backend_pid()`;
    await template.em.fork().getConnection().execute(`create database ${name} template summa`);
    const url = new URL(cluster.url);
    url.pathname = `/${name}`;
    const orm = await openOrm(url.href);
    const viewerId = await fillSite(orm, size);
    const viewer = await viewerById(orm.em.fork(), viewerId, new Date());
    const scope = (): MemberScope => ({
      em: orm.em.fork(),
      viewer,
      media: diskStore({ folder: join(folder, 'media'), secret: 'a secret for the bench, long enough' }),
      payments: null as never,
      mail: null as never,
      outbox: null,
      rateScale: 1,
      quotaBytes: null,
      sandbox: null,
      origin: 'http://localhost:3000',
      now: () => new Date(),
      visitor: {
        dayKey: 'bench',
        address: '',
        isBot: true,
        savesData: false,
        timeZone: null,
        hasEndedSession: false,
        deviceTokens: [],
      },
      views: new ViewCounter(),
      progress: new ProgressKeeper(),
      box: null as never,
      tempDir: join(folder, 'incoming'),
      recent: null,
    });
    return { size, scope, tick: () => tick(orm), close: () => orm.close(true) };
  }

  return {
    build,
    async close() {
      await template.close(true);
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Fills the migrated database of a site that runs; half of the items are one creator's. */
export async function fillDatabase(url: string, items: number): Promise<void> {
  const orm = await openOrm(url);
  const members = Math.min(Math.ceil(items / 2), 100_000);
  await fillSite(orm, { items, members, likes: Math.min(5 * items, 5_000_000) });
  await orm.close(true);
}

async function fillSite(orm: Orm, { items, members, likes }: Size): Promise<number> {
  const em = orm.em.fork();
  const made = await row<{ id: number }>(em)`
    insert into users (email, username, first_name, last_name, password_hash, plan)
    values ('busy@example.com', 'busy_creator', 'Busy', 'Creator', 'none', 'vip') returning id`;
  const viewerId = made?.id ?? 0;
  const size = { items: Math.ceil(items / 2), creators: members, members: Math.max(members, 1_000), likes };
  await insertBulkData(em, viewerId, size);
  await tick(orm);
  return viewerId;
}

async function tick(orm: Orm) {
  await countPlatform({ em: orm.em.fork(), now: () => new Date() });
  await takeCheckpoint({ em: orm.em.fork() });
}

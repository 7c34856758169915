import { execFileSync } from 'node:child_process';
import { expect, vi } from 'vitest';
import type { testWorld } from '../world.ts';
import { ask } from './live.ts';
import { startSite } from './site.ts';

/** A site under its supervisor. */
export type Site = Awaited<ReturnType<typeof startSite>>;
type Options = NonNullable<Parameters<typeof startSite>[0]>;

/** Returns a function that runs `work` with the site as bin/start runs it, under a supervisor. */
export const withSiteOf =
  (world: ReturnType<typeof testWorld>) =>
  async (work: (site: Site) => Promise<void>, more: Options = {}) => {
    const env = { DATABASE_URL: world.database.url, SEED_DEMO: '0', LOG_LEVEL: 'info', ...more.env };
    const site = await startSite({ ...more, env, supervised: true, keepsLog: true });
    site.child.removeAllListeners('exit');
    try {
      await work(site);
    } finally {
      await site.stop();
    }
  };

/** Processes of a site by what they are for. */
export function processesOf({ child }: Pick<Site, 'child'>, kind: 'site' | 'web'): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args=']).toString().split('\n');
  const found = lines.map((line) => /^\s*(\d+)\s+(\d+)\s.*build\/server\.js (\w+)/.exec(line));
  return found.flatMap((each) =>
    each && Number(each[2]) === child.pid && each[3] === kind ? [Number(each[1])] : [],
  );
}

/** The process that runs the jobs, and answers when no others do. */
export const siteProcess = (site: Pick<Site, 'child'>) => processesOf(site, 'site')[0] ?? 0;

/** The status of a page; 0 when no answer comes. */
export const statusOf = ({ address }: Site) =>
  ask(address, '/discover').then(
    ({ status }) => status,
    () => 0,
  );

/** How long a test waits for the supervisor. */
export const waiting = { timeout: 120_000, interval: 200 };

/** Waits until another process than `before` answers. */
export const servesAnew = (site: Site, before: number) =>
  vi.waitFor(async () => {
    expect(siteProcess(site)).not.toBe(before);
    expect(await statusOf(site)).toBe(200);
  }, waiting);

/** What the supervisor wrote into the log. */
export const said = (site: Site) =>
  site
    .log()
    .split('\n')
    .filter((line) => line.includes('"source":"supervisor"'))
    .map((line) => JSON.parse(line) as { msg: string; pauseMs?: number; signal?: string; code?: number });

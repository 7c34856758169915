import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { isAlive } from '../../app/db/alive.server.ts';
import {
  processesOf,
  said,
  servesAnew,
  siteProcess,
  statusOf,
  waiting,
  withSiteOf,
} from '../support/site/supervised.ts';
import { testWorld } from '../support/world.ts';

const world = testWorld();
const withSite = withSiteOf(world);

/** Makes the site fail on SIGUSR2. */
const onSignal = (script: string) => [
  `data:text/javascript,if(process.argv[2])process.on('SIGUSR2',()=>{${encodeURIComponent(script)}})`,
];

describe('the site is started again', () => {
  test(
    'when it was killed, with its own database as it was; a stop then ends both',
    () =>
      withSite(
        async (site) => {
          const note = join(site.folder, 'postgres', 'data', 'postmaster.pid');
          const postmaster = Number(readFileSync(note, 'utf8').split('\n')[0]);
          const before = siteProcess(site);
          process.kill(before, 'SIGKILL');
          await servesAnew(site, before);
          expect(said(site)[0]).toMatchObject({
            signal: 'SIGKILL',
            pauseMs: 0,
            msg: 'The site ended with SIGKILL; it is started again at once',
          });
          expect(Number(readFileSync(note, 'utf8').split('\n')[0])).toBe(postmaster);
          site.child.kill('SIGTERM');
          expect(await once(site.child, 'exit')).toEqual([0, null]);
          expect(existsSync(note)).toBe(false);
        },
        { env: { DATABASE_URL: '' } },
      ),
    300_000,
  );

  test(
    'when an error ended it, without its database being stopped',
    () =>
      withSite(
        async (site) => {
          const note = join(site.folder, 'postgres', 'data', 'postmaster.pid');
          const postmaster = readFileSync(note, 'utf8');
          const before = siteProcess(site);
          process.kill(before, 'SIGUSR2');
          await servesAnew(site, before);
          expect(site.log()).toContain('Error: nobody caught me');
          expect(said(site)[0]?.msg).toBe('The site ended with exit code 1; it is started again at once');
          expect(readFileSync(note, 'utf8').split('\n')[0]).toBe(postmaster.split('\n')[0]);
        },
        {
          env: { DATABASE_URL: '' },
          preload: onSignal("setImmediate(()=>{throw new Error('nobody caught me')})"),
        },
      ),
    300_000,
  );

  test(
    'when its heap was full, and the log says so',
    () =>
      withSite(
        async (site) => {
          const before = siteProcess(site);
          process.kill(before, 'SIGUSR2');
          await servesAnew(site, before);
          expect(said(site)[0]?.msg).toMatch(/out of memory: its heap was full\); it is started again/);
        },
        {
          env: { NODE_OPTIONS: '--max-old-space-size=160' },
          preload: onSignal('const all=[];for(;;)all.push(new Array(1e5).fill(all.length))'),
        },
      ),
    300_000,
  );

  test(
    'when an endless loop blocks it',
    () =>
      withSite(
        async (site) => {
          const before = siteProcess(site);
          process.kill(before, 'SIGUSR2');
          await servesAnew(site, before);
          expect(said(site)[0]?.msg).toBe(
            'The site answered nothing for 10 s and was ended; it is started again at once',
          );
        },
        { preload: onSignal('for(;;);') },
      ),
    300_000,
  );

  test(
    'with growing pauses while it ends again and again, and never given up',
    () =>
      withSite(
        async (site) => {
          const flag = join(site.folder, 'crash');
          writeFileSync(flag, '');
          const before = siteProcess(site);
          process.kill(before, 'SIGKILL');
          await vi.waitFor(() => expect(said(site).length).toBeGreaterThanOrEqual(6), waiting);
          const ends = said(site).slice(0, 6);
          expect(ends.map(({ pauseMs }) => pauseMs)).toEqual([0, 0, 0, 1_000, 2_000, 4_000]);
          expect(ends[5]).toMatchObject({
            code: 7,
            msg: 'The site ended with exit code 7; it is started again in 4 s',
          });
          rmSync(flag);
          await servesAnew(site, before);
          expect(said(site).at(-1)?.msg).toBe('The site serves again');
        },
        {
          preload: [
            "data:text/javascript,import{existsSync}from'node:fs';if(process.argv[2]&&existsSync(process.env.DATA_DIR+'/crash'))process.exit(7)",
          ],
        },
      ),
    300_000,
  );

  test(
    'but not when it is stopped while it waits to be started',
    () =>
      withSite(
        async (site) => {
          writeFileSync(join(site.folder, 'crash'), '');
          process.kill(siteProcess(site), 'SIGKILL');
          await vi.waitFor(() => expect(said(site).at(-1)?.pauseMs).toBe(4_000), waiting);
          const note = join(site.folder, 'postgres', 'data', 'postmaster.pid');
          expect(existsSync(note)).toBe(true);
          site.child.kill('SIGINT');
          expect(await once(site.child, 'exit')).toEqual([0, null]);
          expect(existsSync(note)).toBe(false);
        },
        {
          env: { DATABASE_URL: '' },
          preload: [
            "data:text/javascript,import{existsSync}from'node:fs';if(process.argv[2]&&existsSync(process.env.DATA_DIR+'/crash'))process.exit(7)",
          ],
        },
      ),
    300_000,
  );
});

describe('of several processes', () => {
  const env = { WEB_CONCURRENCY: '2' };

  test(
    'one that ends is replaced, and the other one answers meanwhile',
    () =>
      withSite(
        async (site) => {
          const web = processesOf(site, 'web');
          expect(web).toHaveLength(2);
          process.kill(web[0] ?? 0, 'SIGKILL');
          await vi.waitFor(
            () => expect(said(site)[0]?.msg).toMatch(/^A web process ended with SIGKILL/),
            waiting,
          );
          expect(await statusOf(site)).toBe(200);
          await vi.waitFor(() => expect(said(site).at(-1)?.msg).toBe('A web process serves again'), waiting);
          expect(processesOf(site, 'web')).toHaveLength(2);
          expect(processesOf(site, 'web')).not.toContain(web[0]);
        },
        { env },
      ),
    300_000,
  );

  test(
    'the one with the jobs comes back beside those that answer',
    () =>
      withSite(
        async (site) => {
          const web = processesOf(site, 'web');
          const before = siteProcess(site);
          process.kill(before, 'SIGKILL');
          expect(await statusOf(site)).toBe(200);
          await vi.waitFor(() => expect(said(site).at(-1)?.msg).toBe('The site serves again'), waiting);
          expect(processesOf(site, 'web')).toEqual(web);
          expect(siteProcess(site)).not.toBe(before);
        },
        { env },
      ),
    300_000,
  );
});

test(
  'a site whose supervisor was killed stops by itself, cleanly',
  () =>
    withSite(async (site) => {
      const orphan = siteProcess(site);
      site.child.kill('SIGKILL');
      await vi.waitFor(() => expect(isAlive(orphan)).toBe(false), waiting);
      expect(await statusOf(site)).toBe(0);
    }),
  300_000,
);

test(
  'no signal opens the inspector, of the site or of bin/worker',
  () =>
    withSite(async (site) => {
      const env = {
        ...process.env,
        DATABASE_URL: world.database.url,
        DATA_DIR: site.folder,
        SUMMA_MODE: 'test',
      };
      const worker = spawn('bin/worker', { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let written = '';
      worker.stderr.on('data', (chunk: Buffer) => {
        written += chunk;
      });
      await Promise.race([
        once(worker.stdout, 'data'),
        once(worker, 'exit').then(() => expect.fail(`bin/worker ended: ${written}`)),
      ]);
      for (const pid of [site.child.pid, siteProcess(site), worker.pid]) process.kill(pid ?? 0, 'SIGUSR1');
      // Node opens its inspector in a separate thread.
      await new Promise((done) => setTimeout(done, 1_500));
      expect(await statusOf(site)).toBe(200);
      worker.kill('SIGTERM');
      expect(await once(worker, 'exit')).toEqual([0, null]);
      expect(site.log() + written).not.toContain('Debugger');
      expect(said(site)).toEqual([]);
    }),
  300_000,
);

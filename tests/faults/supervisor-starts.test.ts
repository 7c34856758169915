import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
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

const withSite = withSiteOf(testWorld());

test(
  'web processes are started again when the database comes back at another port',
  () =>
    withSite(
      async (site) => {
        const note = join(site.folder, 'postgres', 'data', 'postmaster.pid');
        const facts = () => readFileSync(note, 'utf8').split('\n');
        const [postmaster, , , port] = facts();
        const web = processesOf(site, 'web');
        expect(web).toHaveLength(2);
        // The site is stopped first, because it would start the database again at the same port.
        const before = siteProcess(site);
        process.kill(before, 'SIGKILL');
        process.kill(Number(postmaster), 'SIGKILL');
        await vi.waitFor(() => {
          const words = said(site).filter(({ msg }) => msg.endsWith('is started again with other settings'));
          expect(words).toHaveLength(2);
        }, waiting);
        expect(facts()[3]).not.toBe(port);
        await vi.waitFor(() => expect(processesOf(site, 'web')).toHaveLength(2), waiting);
        expect(processesOf(site, 'web').filter((pid) => web.includes(pid))).toEqual([]);
        await vi.waitFor(async () => {
          for (let n = 0; n < 4; n += 1) expect(await statusOf(site)).toBe(200);
        }, waiting);
      },
      { env: { DATABASE_URL: '', WEB_CONCURRENCY: '2' } },
    ),
  300_000,
);

/** The supervisor's clock runs thirty times as fast while the site that it starts hangs. */
const hangsBy = (flag: string) => [
  `data:text/javascript,${encodeURIComponent(`import { existsSync } from 'node:fs';
    const hangs = () => existsSync(process.env.DATA_DIR + '/${flag}');
    if (process.argv[2]) while (hangs());
    else {
      const every = setInterval;
      globalThis.setInterval = (work, ms) => every(() => { for (let n = hangs() ? 30 : 1; n > 0; n -= 1) work(); }, ms);
    }`)}`,
];

test(
  'a site that hangs while it is started again is ended and started once more',
  () =>
    withSite(
      async (site) => {
        const flag = join(site.folder, 'hang');
        const before = siteProcess(site);
        writeFileSync(flag, '');
        process.kill(before, 'SIGKILL');
        await vi.waitFor(
          () =>
            expect(said(site)[1]?.msg).toBe(
              'The site did not serve within 120 s and was ended; it is started again at once',
            ),
          waiting,
        );
        rmSync(flag);
        await servesAnew(site, before);
        expect(said(site).at(-1)?.msg).toBe('The site serves again');
      },
      { preload: hangsBy('hang') },
    ),
  300_000,
);

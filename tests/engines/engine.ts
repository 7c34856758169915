import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test as journey, signIn } from '../e2e/journey.ts';
import { startFirefox } from './firefox.ts';
import type { Engine, Tab } from './tab.ts';
import { startWebKit } from './webkit.ts';

export { expect };

/** A folder for a picture of each screen, to look at. */
const album = process.env.ENGINE_SHOTS;

interface InEngine {
  tab: Tab;
  /** Signs in by a call, and gives the session to the tab. Without an address it is whom the test has made. */
  enter: (email?: string) => Promise<void>;
  /** Keeps a picture of the page for a person who wants to look at them. */
  keep: (name: string) => Promise<void>;
}

/** Tests in the browser that the project names. A page that complains fails its test. */
export const test = journey.extend<InEngine, { engine: Engine }>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
    async ({}, use, { project }) => {
      const engine = await (project.name === 'firefox' ? startFirefox() : startWebKit());
      await use(engine);
      await engine.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  tab: async ({ engine, site }, use, info) => {
    const tab = await engine.open(site);
    try {
      await tab.resize(1280, 800);
      // Past the splash.
      await tab.setCookies([{ name: 'visit', value: '1' }]);
      await use(tab);
      if (info.status === info.expectedStatus) expect(await tab.troubles()).toEqual([]);
      else await info.attach('page', { body: await tab.screenshot(), contentType: 'image/png' });
    } finally {
      await tab.close();
    }
  },
  enter: async ({ tab, request }, use) =>
    use(async (email) => {
      if (email) await signIn({ request }, email);
      await tab.setCookies((await request.storageState()).cookies);
    }),
  keep: async ({ tab }, use, { project }) =>
    use(async (name) => {
      if (!album) return;
      mkdirSync(album, { recursive: true });
      writeFileSync(`${album}/${project.name}${name.replaceAll(/\W+/g, '-')}.png`, await tab.screenshot());
    }),
});

import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { chromiumArgs, findChromium } from '../support/chromium.ts';
import { freePort } from '../support/site.ts';
import { expect, test } from './journey.ts';
import { addressOf } from './screens.ts';

test.describe.configure({ timeout: 600_000 });

/** Where people arrive from a search engine. */
const doors = ['/', '/discover', '/content/{free}', '/creators/coach_bia', '/subscriptions', '/help-center'];

/** 1 on a quiet machine; a busy one costs a few points of speed. */
const leastSpeed = 0.9;

/** Its speed hangs on what else the machine does, and sometimes it sees no picture at all: then it looks again. */
async function bestLook(address: string, port: number) {
  const settings = { port, output: 'json', logLevel: 'silent', extraHeaders: { Cookie: 'visit=1' } } as const;
  let best = await look();
  for (let n = 1; n < 3 && best.speed < leastSpeed; n += 1) {
    const again = await look();
    if (again.speed >= best.speed) best = again;
  }
  return best;

  async function look() {
    const { categories = {}, audits = {} } = (await lighthouse(address, settings))?.lhr ?? {};
    return { categories, audits, speed: categories.performance?.score ?? 0 };
  }
}

test('Lighthouse finds nothing on the pages where people arrive', async ({
  page,
  site,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'it looks with scripts on');
  const port = await freePort();
  const args = [...chromiumArgs, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args });
  for (const door of doors) {
    const address = new URL(await addressOf(page, door), site).href;
    const { categories, audits } = await bestLook(address, port);
    const score = (name: string) => categories[name]?.score;
    for (const name of ['accessibility', 'best-practices', 'seo']) {
      expect.soft(score(name), `${name} of ${address}`).toBe(1);
    }
    expect.soft(score('performance'), `performance of ${address}`).toBeGreaterThanOrEqual(leastSpeed);
    expect.soft(audits['cumulative-layout-shift']?.numericValue, `shifts of ${address}`).toBe(0);
  }
  await browser.close();
});

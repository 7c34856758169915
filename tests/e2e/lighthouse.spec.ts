import { chromium } from '@playwright/test';
import lighthouse, { defaultConfig } from 'lighthouse';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { findChromium, hurriedArgs } from '../support/browser/chromium.ts';
import { freePort } from '../support/site/site.ts';
import { expect, test as journey } from './journey.ts';
import { addressOf, screens } from './screens.ts';

/** One browser for all runs: a new one is slow at its first page, and each run clears what the one before left. */
const test = journey.extend<object, { port: number }>({
  port: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
    async ({}, use) => {
      const port = await freePort();
      // The end of a trace waits five seconds for a spare process that does not answer.
      const args = [...hurriedArgs, `--remote-debugging-port=${port}`];
      const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args });
      await use(port);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ timeout: 240_000 });

/** Other work on the machine costs points of speed, so the best of several runs counts, figure by figure. */
const mostLooks = 16;

/** Points that are lost on purpose (ADR-032). */
const deliberate: [screens: RegExp, audits: string[]][] = [
  [
    /^\/(auth|discover\?search=|help-center\/contact\/sent|map\/way|comments\/|lists\/.+\/1|.+\/(sheet|comments|loop))/,
    ['is-crawlable'],
  ],
  [/^\/(nowhere|auth\/reset\/nonsense)/, ['http-status-code', 'errors-in-console']],
];

/** Audits that change no score, and take a sixth of the time. */
const skipAudits = Object.values(defaultConfig.categories ?? {})
  .flatMap(({ auditRefs }) => auditRefs)
  .filter(({ weight }) => weight === 0)
  .map(({ id }) => id);

/** Our pages end loading with their load; Lighthouse would wait a second each for what else may come. On a first visit
 *  there is the splash. */
const briefWaits = {
  pauseAfterFcpMs: 250,
  pauseAfterLoadMs: 250,
  networkQuietThresholdMs: 250,
  cpuQuietThresholdMs: 250,
};

/** Lighthouse measures for a second how fast the machine is, before every look. Here the best of what was measured
 *  counts, and it is measured again only for a page that needs another look. */
const measureSpeed = pageFunctions.computeBenchmarkIndex;
let fastest = 0;
const knownSpeed = () => Object.assign(() => fastest, { toString: () => `() => ${fastest}` });

/** A third of Lighthouse's own time went into asking, for each of its texts, whether Node knows English. */
const { supportedLocalesOf } = Intl.NumberFormat;
const known = new Map<string, string[]>();
Intl.NumberFormat.supportedLocalesOf = (locales, options) => {
  const key = JSON.stringify([locales, options]);
  const found = known.get(key) ?? supportedLocalesOf.call(Intl.NumberFormat, locales, options);
  known.set(key, found);
  return found;
};

interface Look {
  address: string;
  port: number;
  isFirstVisit?: boolean;
}

/** One of the figures that make the points for speed, such as the time to the largest paint. */
interface Figure {
  weight: number;
  score: number;
}

async function look({ address, port, isFirstVisit = false }: Look, onlyCategories: string[]) {
  const isAgain = onlyCategories.length === 1;
  pageFunctions.computeBenchmarkIndex = fastest > 0 && !isAgain ? knownSpeed() : measureSpeed;
  const settings = { port, output: 'json', logLevel: 'silent', ignoreStatusCode: true } as const;
  const answer = await lighthouse(address, {
    ...settings,
    onlyCategories,
    skipAudits,
    disableFullPageScreenshot: true,
    ...(isFirstVisit
      ? { clearStorageTypes: ['cookies'] }
      : { ...briefWaits, extraHeaders: { Cookie: 'visit=1' } }),
  });
  if (!answer) throw new Error(`Lighthouse said nothing of ${address}`);
  const { categories, audits, environment } = answer.lhr;
  fastest = Math.max(fastest, environment.benchmarkIndex);
  const { performance, ...others } = categories;
  const counted = Object.values(others).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  );
  const figures = new Map<string, Figure>();
  for (const { id, weight } of performance?.auditRefs ?? [])
    if (weight > 0) figures.set(id, { weight, score: audits[id]?.score ?? 0 });
  return {
    figures,
    shift: audits['cumulative-layout-shift']?.numericValue,
    asked: counted.length,
    lost: counted.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 1),
    // Below this figure Lighthouse itself calls the machine too slow.
    isSlow: fastest < 1_000,
  };
}

/** The better of two runs in each figure. */
function better(one: Map<string, Figure>, other: Map<string, Figure>): Map<string, Figure> {
  return new Map(
    [...one].map(([id, { weight, score }]) => [
      id,
      { weight, score: Math.max(score, other.get(id)?.score ?? 0) },
    ]),
  );
}

/** The points for speed from 0 to 1, rounded as Lighthouse does it. */
function speedOf(figures: Map<string, Figure>): number {
  const all = [...figures.values()];
  const weights = all.reduce((sum, { weight }) => sum + weight, 0);
  const points = all.reduce((sum, { weight, score }) => sum + weight * score, 0);
  return Math.round((100 * points) / weights) / 100;
}

const visits = screens.visitor.map((screen) => ({ screen, name: screen, isFirstVisit: false, speed: 1 }));
const first = { screen: '/', name: '/ on a first visit', isFirstVisit: true, speed: 0.95 };

for (const { screen, name, isFirstVisit, speed } of [first, ...visits]) {
  test(`Lighthouse finds nothing on ${name}`, { tag: '@alone' }, async ({
    page,
    site,
    javaScriptEnabled,
    port,
  }) => {
    test.skip(!javaScriptEnabled, 'it looks with scripts on');
    const address = new URL(await addressOf(page, screen), site).href;
    const all = ['performance', 'accessibility', 'best-practices', 'seo'];
    const seen = await look({ address, port, isFirstVisit }, all);
    let { figures } = seen;
    const points = [speedOf(figures)];
    /** A page keeps its points; if they differ from run to run by three, the machine is unsteady (ADR-032). */
    const isUnsteady = () => Math.max(...points) - Math.min(...points) >= 0.03;
    const least = () => (seen.isSlow ? 0.9 : speed - (isUnsteady() ? 0.01 : 0));
    // What meets its promise is not measured again.
    while (points.length < mostLooks && speedOf(figures) < least()) {
      const again = await look({ address, port, isFirstVisit }, ['performance']);
      points.push(speedOf(again.figures));
      figures = better(figures, again.figures);
    }
    const allowed = deliberate.flatMap(([pages, audits]) => (pages.test(screen) ? audits : []));
    expect(seen.asked, 'audits that count').toBeGreaterThan(30);
    expect.soft(seen.lost.filter((id) => !allowed.includes(id))).toEqual([]);
    expect(figures.size, 'figures of speed').toBe(5);
    expect.soft(speedOf(figures), 'performance').toBeGreaterThanOrEqual(least());
    test.info().annotations.push({ type: 'speed', description: `${speedOf(figures)}` });
    expect.soft(seen.shift, 'shifts').toBe(0);
  });
}

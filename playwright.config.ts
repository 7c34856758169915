import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { onlyInAll, withScripts } from './tests/suites.ts';
import { findChromium, hurriedArgs } from './tests/support/browser/chromium.ts';

const desktop = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1280, height: 800 },
  launchOptions: { executablePath: findChromium() ?? undefined, args: hurriedArgs },
};

/** The gate (bin/test) plays each journey once, in the mode that proves most, and nothing that depends on time. */
const isGate = process.env.SUITE === 'gate';
/** Single tests that only `bin/test all` plays. */
const leftOut = /@(alone|all)\b/;
const scripted = new RegExp(`(${withScripts.join('|')})\\.spec\\.ts|@scripts\\b`);

/** Otherwise the same journeys twice: a page must do its work with scripts off; scripts only make it nicer. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './tests/support/site/site.ts',
  fullyParallel: true,
  // A worker keeps a core busy, and all share one site: more than eight would wait for it.
  workers: Math.min(Math.max(availableParallelism(), 2), 8),
  ...(isGate && { testIgnore: onlyInAll.map(([files]) => `**/${files}`), grepInvert: leftOut }),
  // A browser on a busy machine may miss a moment; `bin/test all` names what needed its second try. The gate allows none.
  retries: isGate ? 0 : 1,
  forbidOnly: Boolean(process.env.CI),
  // How long a busy machine may take; no test says by it how fast the site is.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  // A folder of its own, because it is emptied: the reports of the other tests lie beside it.
  outputDir: 'test-results/journeys',
  snapshotPathTemplate: '{testDir}/look/{arg}{ext}',
  use: {
    // A trace of everything costs a third of the time: only what failed is looked at so closely.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    // Pages that glide into one another are waited for; `moving` (journey.ts) is for what is about movement.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'with-js',
      use: { ...desktop, javaScriptEnabled: true },
      ...(isGate && { grep: scripted }),
    },
    {
      name: 'without-js',
      use: { ...desktop, javaScriptEnabled: false },
      ...(isGate && { grepInvert: [scripted, leftOut] }),
    },
  ],
});

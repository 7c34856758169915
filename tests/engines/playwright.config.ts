import { defineConfig } from '@playwright/test';
import { findChromium, hurriedArgs } from '../support/browser/chromium.ts';
import { engines } from './programs.ts';

/** The main tasks and all screens in the other two engines: each in its own worker, on one site. */
export default defineConfig({
  testDir: '.',
  globalSetup: './listened-site.ts',
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 300_000,
  reporter: [['list'], ['json', { outputFile: '../../test-results/engines.json' }]],
  outputDir: '../../test-results/engines',
  // What a screen shows is made by Chromium, by calls.
  use: { launchOptions: { executablePath: findChromium() ?? undefined, args: hurriedArgs } },
  projects: engines.filter(({ isThere }) => isThere).map(({ project }) => ({ name: project })),
});

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

// The shell without a window takes two thirds of the time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** With a window, a test may replace the site that a redirect leads to. The shell does not allow that. */
export const windowed = names.slice(1);

/** A Chromium of this machine: CHROMIUM_PATH, one on the PATH, or the one Playwright keeps; null when there is none.
 *  @param wanted by its names, the best first */
export function findChromium(wanted = names): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = wanted.flatMap((name) => folders.map((folder) => join(folder, name)));
  const candidates = [process.env.CHROMIUM_PATH, ...onPath, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** The flags that Chromium needs to run as root in a container, and without calls to its maker. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Drawing with an emulated graphics card takes longer than drawing without one.
  '--disable-gpu',
];

/** Without the process that Chromium keeps ready for another page. Most tests open one page, and each begins with a
 *  browser context of its own, so the process would be started for nothing. */
export const hurriedArgs = [...chromiumArgs, '--renderer-process-limit=1'];

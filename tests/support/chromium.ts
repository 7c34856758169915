import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

// The shell without a window does the same work in two thirds of the time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** A Chromium of this machine: CHROMIUM_PATH, one on the PATH, or the one Playwright keeps; null when there is none. */
export function findChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const candidates = [process.env.CHROMIUM_PATH, ...onPath, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** What Chromium needs to run as root, in a container, without reaching for its maker's hosts. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Drawing with a pretended graphics card takes longer than drawing without one.
  '--disable-gpu',
];

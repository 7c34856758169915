import { writeFileSync } from 'node:fs';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { videoOf } from '../../support/media/sample-files.ts';

export const hasScripts = (info: TestInfo) => info.project.name === 'with-js';

export const video = (name: string, bytes: number) => ({
  name,
  mimeType: 'video/mp4',
  buffer: videoOf(bytes),
});

/** Writes files whose bytes would take long on their way to the browser through the test. @returns their paths */
export const onDisk = (info: TestInfo, ...files: { name: string; buffer: Buffer }[]) =>
  files.map(({ name, buffer }) => {
    const path = info.outputPath(name);
    writeFileSync(path, buffer);
    return path;
  });

export const share = (page: Page) =>
  page
    .locator('main')
    .getByRole('button', { name: /Share Technique|Upload Content/ })
    .click();
export const line = (page: Page, name: string) => page.locator('.sending li').filter({ hasText: name });

export async function describeIt(page: Page, title: string) {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Category').selectOption('technique');
}

/** Holds back what announces a file (POST) or what brings its chunks (PATCH), until the answer is called. */
export async function holdBack(page: Page, method: 'POST' | 'PATCH') {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/uploads**', async (route) => {
    if (route.request().method() === method) await promise;
    await route.continue();
  });
  return resolve;
}

/** Drags over a place what people drag: files by their paths, or text. */
export async function handOver(page: Page, place: Locator) {
  await place.scrollIntoViewIfNeeded();
  const { x, y } = (await place.boundingBox()) ?? { x: 0, y: 0 };
  const hand = await page.context().newCDPSession(page);
  return async (dragged: string[] | string, ...types: ('dragEnter' | 'dragOver' | 'drop')[]) => {
    const isWords = typeof dragged === 'string';
    const items = isWords ? [{ mimeType: 'text/plain', data: dragged }] : [];
    const data = { items, files: isWords ? [] : dragged, dragOperationsMask: 1 };
    for (const type of types)
      await hand.send('Input.dispatchDragEvent', { type, x: x + 20, y: y + 10, data });
  };
}

export const megabyte = 1024 ** 2;

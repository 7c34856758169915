import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Download, Page } from '@playwright/test';
import { unzip } from '../../support/media/unzip.ts';
import { expect, expectSeen, test } from '../journey.ts';
import { main } from '../tasks/task.ts';

async function packOf(page: Page): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main(page).getByRole('link', { name: 'Download the study pack' }).click(),
  ]);
  return download;
}

/** Unpacks it into a folder of the test. */
async function unpacked(download: Download): Promise<string> {
  const folder = test.info().outputPath('pack');
  for (const [name, bytes] of unzip(await readFile(await download.path()))) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  return pathToFileURL(join(folder, 'index.html')).href;
}

const allDrawn = (page: Page) =>
  page
    .locator('img')
    .evaluateAll((images: HTMLImageElement[]) => images.every(({ naturalWidth }) => naturalWidth > 0));

test('a way becomes a sheet, and a pack that opens from its folder without a network', async ({
  page,
  browser,
}) => {
  await page.goto('/map/way?from=half+guard&to=back&as=bottom');
  await main(page).getByRole('link', { name: 'Sheet and study pack' }).first().click();
  await expect(page).toHaveURL(/\/map\/way\/sheet\?.*way=1$/);
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  expect(title).toMatch(/^From .+ to .+/);
  await expect(main(page).getByText('Print this page with your browser')).toBeVisible();
  await expectSeen(main(page).getByRole('img', { name: /^QR code/ }));
  await expect(main(page).getByText(/It holds \d+ pages, \d+ drawings.*: about [\d.]+ kB/)).toBeVisible();

  const download = await packOf(page);
  expect(download.suggestedFilename()).toMatch(/^summa-from-[a-z0-9-]+\.zip$/);
  const context = await browser.newContext({ offline: true });
  const phone = await context.newPage();
  const asked: string[] = [];
  phone.on('request', (request) => asked.push(request.url()));
  await phone.goto(await unpacked(download));
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(await allDrawn(phone)).toBe(true);
  await phone.locator('ol a').first().click();
  await expect(phone).toHaveURL(/technique-\d+(-back)?\.html$/);
  await expectSeen(phone.getByRole('img').first());
  expect(await phone.locator('img').count()).toBeGreaterThan(2);
  expect(await allDrawn(phone)).toBe(true);
  await phone.getByRole('link', { name: title }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(asked.filter((address) => !address.startsWith('file://'))).toEqual([]);
  await context.close();
});

test('an item takes its pictures along for who may save them, and says to others what is missing', async ({
  page,
  elsewhere,
  browser,
}) => {
  await page.goto('/creators/marina_costa?tier=free');
  await main(page).locator('article a[href^="/content/"]').first().click();
  await main(page).getByRole('link', { name: 'Sheet and study pack' }).click();
  await expect(page).toHaveURL(/\/content\/\d+\/sheet$/);
  await expect(main(page).getByText('Downloads come with Premium and VIP')).toBeVisible();

  const premium = await elsewhere('premium@example.com');
  await premium.goto(page.url());
  await expect(main(premium).getByText('Downloads come with Premium and VIP')).toHaveCount(0);
  const context = await browser.newContext({ offline: true });
  const phone = await context.newPage();
  await phone.goto(await unpacked(await packOf(premium)));
  await expectSeen(phone.locator('img[src^="media/"], video[src^="media/"]').first());
  expect(await allDrawn(phone)).toBe(true);
  await context.close();
});

test('a position and a locked item have sheets, too', async ({ page }) => {
  await page.goto('/map/half-guard');
  await main(page).locator('a[href^="/map/p/"]').first().click();
  await main(page).getByRole('link', { name: 'Sheet and study pack' }).click();
  await expect(main(page).getByRole('heading', { name: 'What leads out' })).toBeVisible();
  await page.goto('/discover?tier=vip');
  await main(page).locator('article a[href^="/content/"]').first().click();
  await main(page).getByRole('link', { name: 'Sheet and study pack' }).click();
  await expect(main(page).getByText(/^Locked\. Opens with/)).toBeVisible();
  await expect(main(page).locator('#pack')).toContainText('Not in it');
});

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, pictureFile, publish, signUp } from '../journey.ts';
import { called, seller } from './by-call.ts';
import { button, fileOf, link, main, type Task, toast, unique } from './task.ts';

const video = {
  name: 'choke.mp4',
  mimeType: 'video/mp4',
  buffer: readFileSync('app/demo/clips/rear-naked-choke.mp4'),
};
const captions = {
  name: 'choke.vtt',
  mimeType: 'text/vtt',
  buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHide the choking hand\n'),
};

/** A file whose first bytes have arrived, and no more. */
async function beginFile(page: Page, name: string) {
  const part = video.buffer.subarray(0, 4_096);
  const begun = { name, bytes: 9_000_000, head: part.subarray(0, 12).toString('hex') };
  const { id } = await called<{ id: string }>(page, 'POST', '/api/uploads', begun);
  const headers = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  const answer = await page.request.patch(`/api/uploads/${id}`, { headers, data: part });
  expect(answer.status(), `${name} is begun`).toBe(200);
}

/** Saves an item with one image as a draft; returns its number. */
async function draft(page: Page, title: string): Promise<number> {
  const details = { title, category: 'technique', tier: 'free', release: 'draft' };
  const multipart = { ...details, files: await pictureFile('mat.png') };
  const answer = await page.request.post('/api/content', { multipart });
  expect(answer.status(), `${title} is kept`).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

export const studio: Task[] = [
  {
    name: 'give up a file that came in part, publish a video, give it captions and take them away',
    sends: [
      '/uploads/:id/cancel',
      '/upload',
      '/content/:id/edit/media/:mediaId/captions',
      '/content/:id/media/:mediaId/captions/:language/remove',
    ],
    async play({ page, driver }) {
      await signUp(page);
      await beginFile(page, 'old.mp4');
      await page.goto('/upload');
      await driver.open(button(page, 'Cancel old.mp4'));
      await expect(main(page)).not.toContainText('arrived earlier');
      await driver.attach(page.getByLabel('Choose Files'), [video]);
      await driver.write(page.getByLabel('Title'), 'Choke by hand');
      await driver.choose(page.getByLabel('Category'), 'Technique');
      await driver.open(button(page, /Share Technique|Upload Content/));
      await expect(toast(page)).toContainText('Upload Successful', { timeout: 30_000 });
      await driver.open(toast(page).getByRole('link', { name: 'See it' }));
      await page.waitForURL(/\/content\/\d+$/);
      await driver.open(link(page, /^Edit$/));
      await driver.open(link(page, 'Pictures and video'));
      await driver.open(link(page, /^Captions/));
      await driver.attach(page.getByLabel('Captions file'), [captions]);
      await driver.choose(page.getByLabel('Language'), 'English');
      await driver.open(button(page, 'Save captions'));
      await expect(toast(page)).toContainText('Captions saved');
      await driver.open(button(page, 'Remove English'));
      await expect(button(page, 'Remove English')).toHaveCount(0);
    },
  },
  {
    name: 'add a picture to an item, turn their order, take one out',
    sends: [
      '/content/:id/edit/media',
      '/content/:id/media/:mediaId/move',
      '/content/:id/media/:mediaId/remove',
    ],
    async play({ page, driver }) {
      await signUp(page);
      const address = await publish(page, 'Two sides');
      await page.goto(`${address}/edit`);
      await driver.open(link(page, 'Pictures and video'));
      await driver.attach(page.getByLabel('Add files'), [await pictureFile('two.png', '#884422')]);
      await driver.open(button(page, /^Add$/));
      const files = main(page).locator('ol > li');
      await expect(files).toHaveCount(2);
      const second = await files.last().getAttribute('id');
      await driver.open(button(page, 'Use as cover Picture 2 of 2'));
      await expect(files.first()).toHaveAttribute('id', second ?? '');
      await driver.open(button(page, 'Later Picture 1 of 2'));
      await expect(files.last()).toHaveAttribute('id', second ?? '');
      await driver.open(button(page, 'Earlier Picture 2 of 2'));
      await expect(files.first()).toHaveAttribute('id', second ?? '');
      await driver.open(button(page, 'Remove Picture 2 of 2'));
      await expect(files).toHaveCount(1);
    },
  },
  {
    name: 'publish a draft for a tier, at a price, for VIPs first',
    sends: ['/content/:id/edit'],
    async play({ page, driver }) {
      await seller(page);
      await page.goto(`/content/${await draft(page, 'Worth its price')}/edit`);
      await driver.choose(page.getByLabel('Tier'), 'Premium');
      await driver.open(main(page).getByText('Teach it', { exact: true }));
      await driver.choose(page.getByLabel('Downloads'), 'Buyers only');
      await driver.open(main(page).getByText('Sell it', { exact: true }));
      await driver.tick(page.getByLabel('Sell this item'));
      await driver.write(page.getByLabel('Price in US dollars'), '4.99');
      await driver.tick(page.getByRole('radio', { name: 'Now', exact: true }));
      const soon = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString().slice(0, 11);
      await driver.write(page.getByLabel('Early access for VIPs until'), `${soon}10:00`);
      await driver.open(button(page, 'Save'));
      await expect(toast(page)).toContainText('Published');
      const line = main(page).getByRole('row', { name: 'Worth its price' });
      await expect(line).toContainText('$4.99');
      await expect(line).toContainText('VIP first until');
    },
  },
  {
    name: 'look through one’s items, earnings and figures',
    sends: ['/studio/earnings.csv'],
    async play({ page, driver }) {
      await signUp(page);
      const word = unique();
      await publish(page, `Shown ${word}`);
      await draft(page, `Kept ${word}`);
      const tab = (name: string) =>
        page.getByRole('navigation', { name: 'Creator dashboard' }).getByRole('link', { name });
      await page.goto('/studio');
      await driver.open(tab('My Content'));
      await driver.write(page.getByLabel('Search title and tags'), word);
      await driver.choose(page.getByLabel('Show', { exact: true }), 'Draft');
      await driver.open(button(page, 'Apply'));
      await expect(main(page)).not.toContainText(`Shown ${word}`);
      await driver.open(link(page, /^Views$/));
      await expect(page).toHaveURL(/sort=views/);
      await expect(main(page)).toContainText(`Kept ${word}`);
      await driver.open(tab('Earnings'));
      const statement = await fileOf(page, () => driver.open(link(page, 'Download statement')));
      expect(statement.suggestedFilename()).toMatch(/\.csv$/);
      await driver.open(tab('Analytics'));
      await driver.open(link(page, '7 days'));
      await expect(page).toHaveURL(/days=7/);
      await driver.open(main(page).getByText('All figures, day by day'));
      await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(8);
    },
  },
];

import { expect } from '../journey.ts';
import { button, link, main, type Task, unique } from './task.ts';

export const finding: Task[] = [
  {
    name: 'join',
    sends: ['/auth'],
    async play({ page, driver }) {
      await page.goto('/auth');
      await driver.open(link(page, 'Sign Up'));
      await expect(page.getByLabel('First name')).toBeVisible();
      const name = `joins_${unique()}`;
      for (const [label, text] of [
        ['First name', 'Nova'],
        ['Last name', 'Silva'],
        ['Username', name],
        ['Email', `${name}@example.com`],
        ['Password', 'open guard 22'],
        ['Confirm password', 'open guard 22'],
      ] as const) {
        await driver.write(main(page).getByLabel(label, { exact: true }), text);
      }
      await driver.enter();
      await expect(page).not.toHaveURL(/\/auth/);
    },
  },
  {
    name: 'search, filter, open',
    differsByScripts: true,
    async play({ page, driver }) {
      await page.goto('/discover');
      await driver.write(main(page).getByRole('searchbox'), 'guard');
      await driver.enter();
      await page.waitForURL(/\/discover\?search=guard/);
      const folded = button(page, 'Filters');
      if (await folded.isVisible()) await driver.open(folded);
      await driver.choose(page.getByLabel('Subscription Tier'), 'Free');
      await driver.open(main(page).getByText('More Filters'));
      await driver.choose(page.getByLabel('Content type'), 'Image');
      // Scripts apply each choice at once on wide screens.
      const apply = button(page, 'Apply');
      if (await apply.isVisible()) await driver.open(apply);
      await page.waitForURL(/tier=free.*contentType=image/);
      await driver.open(page.locator('.card__title a').first());
      await page.waitForURL(/\/content\/\d+$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  {
    name: 'go on to older items, and open one',
    differsByScripts: true,
    async play({ page, driver }) {
      await page.goto('/discover');
      const last = page.locator('.card__title a').last();
      const newer = (await last.getAttribute('href')) ?? '';
      await driver.open(main(page).locator('[data-pager] a[rel="next"]'));
      await expect(last).not.toHaveAttribute('href', newer);
      await driver.open(last);
      await page.waitForURL(/\/content\/\d+$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  {
    name: 'find an athlete, and look through what they show',
    async play({ page, driver }) {
      await page.goto('/creators');
      await driver.write(main(page).getByRole('searchbox'), 'marina');
      await driver.choose(page.getByLabel('Sort by'), 'Most followers');
      await driver.open(button(page, 'Apply'));
      await page.waitForURL(/search=marina/);
      await driver.open(link(page, 'View Profile of Marina Costa'));
      await driver.choose(page.getByLabel('Tier', { exact: true }), 'Free');
      await driver.choose(page.getByLabel('Sort by'), 'Top rated');
      const apply = button(page, 'Apply');
      if (await apply.isVisible()) await driver.open(apply);
      await page.waitForURL(/marina_costa\?.*tier=free/);
      await driver.open(page.locator('.card__title a').first());
      await page.waitForURL(/\/content\/\d+$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
];

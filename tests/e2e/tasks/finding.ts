import { expect } from '../journey.ts';
import { button, link, main, type Task, unique } from './task.ts';

export const finding: Task[] = [
  {
    name: 'join',
    sends: ['/auth'],
    async play({ page, hands }) {
      await page.goto('/auth');
      await hands.open(link(page, 'Sign Up'));
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
        await hands.write(main(page).getByLabel(label, { exact: true }), text);
      }
      await hands.enter();
      await expect(page).not.toHaveURL(/\/auth/);
    },
  },
  {
    name: 'search, filter, open',
    async play({ page, hands }) {
      await page.goto('/discover');
      await hands.write(main(page).getByRole('searchbox'), 'guard');
      await hands.enter();
      await page.waitForURL(/\/discover\?search=guard/);
      const folded = button(page, 'Filters');
      if (await folded.isVisible()) await hands.open(folded);
      await hands.choose(page.getByLabel('Subscription Tier'), 'Free');
      await hands.open(main(page).getByText('More Filters'));
      await hands.choose(page.getByLabel('Content type'), 'Image');
      await hands.open(button(page, 'Apply'));
      await page.waitForURL(/tier=free.*contentType=image/);
      await hands.open(page.locator('.card__title a').first());
      await page.waitForURL(/\/content\/\d+$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  {
    name: 'go on to older items, and open one',
    async play({ page, hands }) {
      await page.goto('/discover');
      const last = page.locator('.card__title a').last();
      const newer = (await last.getAttribute('href')) ?? '';
      await hands.open(main(page).locator('[data-pager] a[rel="next"]'));
      await expect(last).not.toHaveAttribute('href', newer);
      await hands.open(last);
      await page.waitForURL(/\/content\/\d+$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  {
    name: 'find an athlete, and look through what they show',
    async play({ page, hands }) {
      await page.goto('/creators');
      await hands.write(main(page).getByRole('searchbox'), 'marina');
      await hands.choose(page.getByLabel('Sort by'), 'Most followers');
      await hands.open(button(page, 'Apply'));
      await page.waitForURL(/search=marina/);
      await hands.open(link(page, 'View Profile of Marina Costa'));
      await hands.choose(page.getByLabel('Tier', { exact: true }), 'Free');
      await hands.choose(page.getByLabel('Sort by'), 'Top rated');
      await hands.open(button(page, 'Apply'));
      await page.waitForURL(/marina_costa\?.*tier=free/);
      await hands.open(page.locator('.card__title a').first());
      await page.waitForURL(/\/content\/\d+$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
];

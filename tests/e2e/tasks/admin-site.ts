import { expect, signIn, signUp } from '../journey.ts';
import { buy, called, sell, seller } from './by-call.ts';
import { button, fileOf, link, main, type Task, toast, unique } from './task.ts';

export const adminSite: Task[] = [
  {
    name: 'as an admin: give a purchase back, see what is owed, and write down a payout',
    sends: ['/admin/purchases/:id/refund', '/admin/payouts.csv', '/admin/payouts/:creatorId'],
    async play({ page, driver, elsewhere }) {
      const creator = await elsewhere();
      const { username } = await seller(creator);
      const unwanted = `By mistake ${unique()}`;
      const buyer = await signUp(page);
      for (const title of [unwanted, 'On purpose']) await buy(page, await sell(creator, title));
      await signIn(page, 'admin@example.com');
      await page.goto('/admin/purchases');
      const line = (words: string) => main(page).getByRole('listitem').filter({ hasText: words });
      await driver.open(line(unwanted).getByRole('link', { name: 'Refund' }));
      await expect(main(page)).toContainText(buyer.email);
      await driver.write(page.getByLabel('Why'), 'Bought by mistake');
      await driver.open(button(page, /^Refund \$/));
      await expect(toast(page)).toContainText('Refunded');
      await driver.open(link(page, 'Needs review'));
      await page.waitForURL(/show=review/);
      await driver.open(link(page, 'Payouts'));
      const owed = await fileOf(page, () => driver.open(link(page, 'Download (CSV)')));
      expect(owed.suggestedFilename()).toMatch(/\.csv$/);
      await driver.open(line(`@${username}`).getByRole('link', { name: 'Mark as paid' }));
      await driver.write(page.getByLabel('Amount in dollars'), '2.00');
      await driver.write(page.getByLabel('Reference'), 'Transfer 7');
      await driver.open(button(page, 'Mark as paid'));
      await expect(toast(page)).toContainText('$2.00 marked as paid.');
    },
  },
  {
    name: 'as an admin: read the overview, and find an act in the log',
    sends: ['/admin/log.csv'],
    async play({ page, driver }) {
      await signIn(page, 'admin@example.com');
      const title = `Looked for ${unique()}`;
      const card = { title, creator: 'Lena Berg', isActive: false };
      const { id } = await called<{ id: number }>(page, 'POST', '/api/admin/featured-content', card);
      await called(page, 'DELETE', `/api/admin/featured-content/${id}`);
      await page.goto('/admin');
      await driver.open(link(page, 'Overview'));
      await driver.open(main(page).getByText('All figures, day by day'));
      await expect(page.getByRole('table').getByRole('row')).toHaveCount(31);
      await driver.open(link(page, /^Log$/));
      await driver.choose(page.getByLabel('What'), 'Featured card');
      await driver.write(page.getByLabel('Its number'), String(id));
      await driver.write(page.getByLabel('From'), new Date().toISOString().slice(0, 10));
      await driver.open(button(page, 'Filter'));
      await page.waitForURL(/kind=featured/);
      await expect(main(page).getByRole('listitem').filter({ hasText: title })).toHaveCount(2);
      const file = await fileOf(page, () => driver.open(link(page, 'Download (CSV)')));
      expect(file.suggestedFilename()).toMatch(/\.csv$/);
    },
  },
];

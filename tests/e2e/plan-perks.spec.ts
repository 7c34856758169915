import type { Page } from '@playwright/test';
import { toPaymentPage } from './card-form.ts';
import { expect, pictureFile, publish, signUp, test } from './journey.ts';

const main = (page: Page) => page.locator('main');

/** So many days ahead, as a `datetime-local` field takes it. */
const ahead = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 16);

async function share(page: Page, fields: { title: string; tier: string; early: string; price?: string }) {
  await page.goto('/upload');
  await page.getByLabel('Choose Files').setInputFiles(await pictureFile('one.png'));
  await page.getByLabel('Title').fill(fields.title);
  await page.getByLabel('Category').selectOption('technique');
  await page.getByLabel('Tier').selectOption(fields.tier);
  for (const group of ['Teach it', 'Sell it', 'Schedule it']) {
    await page.getByText(group, { exact: true }).click();
  }
  await page.getByLabel('Steps').fill('Grip the far sleeve\nTurn the corner');
  if (fields.price) {
    await page.getByLabel('Sell this item').check();
    await page.getByLabel('Price in US dollars').fill(fields.price);
  }
  await page.getByLabel('Early access for VIPs until').fill(fields.early);
  await press(page, /Share Technique|Upload Content/);
}

const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).click();

test('an item in early access says what unlocks it, and opens to its tier when its creator ends that', async ({
  page,
  elsewhere,
  javaScriptEnabled,
}) => {
  test.slow();
  const title = `Early ${Date.now().toString(36)}`;
  const creator = await elsewhere('creator@example.com');
  await share(creator, { title, tier: 'premium', early: '2024-01-01T10:00', price: '4.99' });
  await expect(creator.getByRole('alert')).toContainText('This time has passed');
  await creator.getByLabel('Early access for VIPs until').fill(ahead(5));
  await press(creator, /Share Technique|Upload Content/);
  await expect(creator.getByText('Upload Successful')).toBeVisible();
  await creator.goto('/studio/content');
  await expect(main(creator).getByRole('row', { name: title })).toContainText('VIP first until');
  const address = await main(creator).getByRole('link', { name: title, exact: true }).getAttribute('href');

  // A visitor, with all ways in.
  await page.goto(`/discover?search=${title.slice(6)}`);
  await expect(main(page).locator('.card').first()).toContainText('VIP first until');
  await page.goto(address ?? '');
  const box = (at: Page) => at.getByRole('region', { name: 'What unlocks this' });
  await expect(box(page)).toContainText('You are not signed in.');
  await expect(box(page)).toContainText('Premium, from');
  await expect(box(page).getByRole('link', { name: 'Sign up to buy' })).toBeVisible();
  await expect(main(page)).toContainText('Grip the far sleeve');
  await expect(main(page)).not.toContainText('Turn the corner');

  const premium = await elsewhere('premium@example.com');
  await premium.goto(address ?? '');
  await expect(box(premium)).toContainText(
    'You’re on the Premium plan. It opens this after early access for VIPs.',
  );
  await expect(box(premium)).toContainText('$24.99 per month');
  await expect(box(premium).getByRole('link', { name: 'Buy Now' })).toHaveAttribute('href', /^\/checkout\//);

  const vip = await elsewhere('vip@example.com');
  await vip.goto(address ?? '');
  await expect(box(vip)).toHaveCount(0);
  await expect(main(vip)).toContainText('Turn the corner');
  await expect(main(vip)).toContainText('VIP first until');

  // A buyer need not wait.
  await signUp(page);
  await page.goto(address ?? '');
  await box(page).getByRole('link', { name: 'Buy Now' }).click();
  await toPaymentPage(page, /^Pay \$/, javaScriptEnabled ?? true);
  await expect(page.getByRole('button', { name: 'Decline the card' })).toBeVisible();
  await press(page, /^Pay \$/);
  await expect(page).toHaveURL(/\/discover$/);
  await page.goto(address ?? '');
  await expect(main(page)).toContainText('Turn the corner');

  await creator.goto(`${address}/edit`);
  await creator.getByLabel('Early access for VIPs until').fill('');
  await press(creator, 'Save');
  await expect(creator).toHaveURL(/\/studio\/content$/);
  await premium.goto(address ?? '');
  await expect(box(premium)).toHaveCount(0);
  await expect(main(premium)).toContainText('Turn the corner');
});

test('contact details are for VIPs; others read what would show them', async ({ page, elsewhere }) => {
  test.slow();
  const creator = await signUp(page);
  await publish(page, 'Collar sleeve');
  await page.goto('/profile?edit');
  await page.getByLabel('Direct contact for VIP members').fill('call me maybe');
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toContainText("'call me maybe' is no email");
  await page.getByLabel('Direct contact for VIP members').fill('nova@guard.example\nInstagram @nova.guard');
  await press(page, 'Save');
  await expect(main(page)).toContainText('nova@guard.example, Instagram @nova.guard');

  const address = `/creators/${creator.username}`;
  await page.goto(address);
  await expect(page.getByRole('region', { name: 'Direct contact' })).toContainText(
    'VIP members and admins see this',
  );

  const visitor = await elsewhere();
  await visitor.goto(address);
  await expect(main(visitor)).toContainText('shares contact details with VIP members');
  await visitor.getByRole('link', { name: 'Sign up for VIP Elite' }).click();
  await expect(visitor).toHaveURL(/\/auth\?tab=sign-up&next=/);

  const premium = await elsewhere('premium@example.com');
  await premium.goto(address);
  await expect(premium.getByRole('link', { name: 'Get VIP Elite' })).toHaveAttribute(
    'href',
    '/subscribe?plan=vip',
  );
  expect(await premium.content()).not.toContain('nova@guard');

  const vip = await elsewhere('vip@example.com');
  await vip.goto(address);
  await expect(vip.getByRole('link', { name: 'nova@guard.example' })).toHaveAttribute(
    'href',
    'mailto:nova@guard.example',
  );
});

test('limits of the plan are shown where they apply, with what is used', async ({ page }) => {
  await signUp(page);
  await page.goto('/upload');
  await expect(main(page)).toContainText('To sell techniques, upgrade: 2 at a time with Premium');
  await page.goto('/creators/marina_costa');
  await expect(main(page)).toContainText('You follow 0 of the 10 creators that the Explorer plan allows.');
  await press(page, /^Follow/);
  // With scripts the figure changes before the server has answered.
  await expect(page.getByText('in your feed')).toBeVisible();
  await expect(main(page)).toContainText('You follow 1 of the 10 creators');
  const more = main(page).getByRole('link', { name: 'Larger plans have no limit.' });
  await expect(more).toHaveAttribute('href', '/subscriptions?from=/creators/marina_costa');
  await page.goto('/profile/following');
  await expect(main(page)).toContainText('You follow 1 of the 10 creators');
  await main(page).getByRole('link', { name: 'Larger plans have no limit.' }).click();
  await expect(page).toHaveURL(/\/subscriptions\?from=\/profile\/following$/);
});

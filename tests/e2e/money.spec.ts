import type { Page } from '@playwright/test';
import { toPaymentPage } from './card-form.ts';
import { expect, signIn, signUp, signUpByForm, test } from './journey.ts';

/** A locked item that the demo creator sells. */
async function itemForSale(creator: Page) {
  const answer = await creator.request.get('/api/my-content?limit=48');
  const items = (await answer.json()) as {
    id: number;
    title: string;
    isForSale: boolean;
    subscriptionTier: string;
    price: number;
  }[];
  const item = items.find(({ isForSale, subscriptionTier }) => isForSale && subscriptionTier !== 'free');
  if (!item) throw new Error('The demo creator sells nothing');
  return item;
}

const press = (page: Page, name: string | RegExp) =>
  page.locator('main').getByRole('button', { name }).first().click();
const toast = (page: Page) => page.locator('#toast');

async function subscribe(page: Page, plan: 'premium' | 'vip', hasScripts: boolean) {
  await page.goto(`/subscribe?plan=${plan}`);
  await toPaymentPage(page, 'Go to payment', hasScripts);
  await expect(page.getByRole('heading', { name: 'Sandbox payment' })).toBeVisible();
  await press(page, /^Pay \$/);
}

for (const { plan, name, price } of [
  { plan: 'premium', name: 'Premium', price: '$9.99' },
  { plan: 'vip', name: 'VIP Elite', price: '$24.99' },
] as const) {
  test(`[C1.5] [C2.20] [C8.26] a visitor signs up for ${name} and has it`, async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.goto('/subscriptions');
    await page
      .locator('main')
      .getByRole('link', { name: `Sign up to Subscribe (${name})` })
      .click();
    await expect(page).toHaveURL(/\/auth\?tab=sign-up&next=%2Fsubscribe/);
    await signUpByForm(page, page.url());
    await page.goto('/subscriptions');
    await page
      .locator('main')
      .getByRole('link', { name: `Subscribe to ${name}` })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Subscribe to ${name}`);
    await expect(page.getByText('/month')).toBeVisible();
    await toPaymentPage(page, 'Go to payment', javaScriptEnabled);
    await expect(page.locator('main')).toContainText(price);
    await press(page, /^Pay \$/);
    await expect(toast(page)).toContainText('Payment Successful');
    await expect(toast(page)).toContainText('You are now subscribed to premium content!');
    await page.goto('/subscriptions');
    await expect(page.locator(`.plan[data-tier="${plan}"]`)).toContainText('Current Plan');
    await page.goto('/account/billing');
    await expect(page.locator('main')).toContainText(`${price} per month, next billing on`);
    await page
      .locator('main')
      .getByRole('link', { name: `${name}, one month` })
      .click();
    await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
    await expect(page.locator('main')).toContainText(`${price} USD`);
  });
}

test('a declined card and a cancelled payment charge nothing', async ({ page, javaScriptEnabled }) => {
  await signUp(page);
  await page.goto('/subscribe?plan=premium');
  await toPaymentPage(page, 'Go to payment', javaScriptEnabled);
  await press(page, 'Decline');
  await expect(page.locator('main').getByRole('alert').filter({ hasText: 'Payment Failed' })).toContainText(
    'Your card was declined.',
  );
  await press(page, 'Cancel');
  await expect(page).toHaveURL(/\/subscribe\?plan=premium/);
  await expect(toast(page)).toContainText('Nothing was charged.');
  await page.goto('/account/billing');
  await expect(page.locator('main')).toContainText('No payments yet.');
});

test('a member upgrades, plans to downgrade, cancels, and undoes it all', async ({
  page,
  javaScriptEnabled,
}) => {
  test.slow();
  await signUp(page);
  await subscribe(page, 'premium', javaScriptEnabled);
  await page.goto('/subscribe?plan=vip');
  await expect(page.locator('main')).toContainText(/Due today\s*\$15\.00/);
  await press(page, 'Upgrade now');
  await expect(toast(page)).toContainText('You now have VIP Elite.');
  await page.getByRole('link', { name: 'Downgrade to Premium' }).click();
  await press(page, /^Downgrade on /);
  await expect(page.locator('main')).toContainText('It changes to Premium');
  await press(page, 'Keep VIP Elite');
  await expect(toast(page)).toContainText('Change undone');
  await page.getByRole('link', { name: 'Cancel plan' }).click();
  await expect(page.getByRole('heading', { name: 'Cancel VIP Elite?' })).toBeVisible();
  await press(page, 'Cancel plan');
  await expect(page.locator('main')).toContainText('Cancelled. You keep VIP Elite until');
  await press(page, 'Keep VIP Elite');
  await expect(page.locator('main')).toContainText('$24.99 per month, next billing on');
});

test('[C1.3] [C2.6] [C8.27] an item is bought, opens, is in the library and in the earnings, and a refund locks it', async ({
  page,
  elsewhere,
  javaScriptEnabled,
}) => {
  test.slow();
  const creator = await elsewhere('creator@example.com');
  const item = await itemForSale(creator);
  const buyer = await signUp(page);

  await page.goto(`/content/${item.id}`);
  await expect(page.getByRole('heading', { name: 'What unlocks this' })).toBeVisible();
  await page.locator(`main a[href="/checkout/${item.id}"]`).first().click();
  await expect(page.locator('main')).toContainText(item.title);
  await expect(page.locator('main')).toContainText(`$${item.price}`);
  await expect(page.getByRole('link', { name: 'Back to Content' })).toHaveAttribute('href', '/discover');
  await toPaymentPage(page, /^Pay \$/, javaScriptEnabled);
  await press(page, 'Ask the bank to confirm');
  await press(page, /^Confirm and pay \$/);

  await expect(page).toHaveURL(/\/discover$/);
  await expect(toast(page)).toContainText('Purchase Successful');
  await expect(toast(page)).toContainText('You now have access to this content!');
  await toast(page)
    .getByRole('link', { name: `Open ${item.title}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/content/${item.id}$`));
  await expect(page.getByRole('heading', { name: 'What unlocks this' })).toHaveCount(0);
  await page.goto('/library');
  await expect(page.locator('main')).toContainText(item.title);
  await page.goto(`/checkout/${item.id}`);
  await expect(page).toHaveURL(new RegExp(`/content/${item.id}$`));
  await expect(toast(page)).toContainText('Already yours');

  await creator.goto('/studio/earnings');
  await expect(creator.locator('main')).toContainText(`sold for $${item.price}`);
  const statement = await creator.request.get('/studio/earnings.csv');
  expect(await statement.text()).toContain(',sale,');

  const admin = await elsewhere('admin@example.com');
  await admin.goto('/admin/purchases');
  await admin.locator('li', { hasText: buyer.email }).getByRole('link', { name: 'Refund' }).click();
  await admin.getByLabel('Why').fill('Bought by mistake');
  await press(admin, /^Refund \$/);
  await expect(toast(admin)).toContainText('Refunded');
  await expect(admin.locator('li', { hasText: buyer.email })).toContainText('Given back');

  await page.goto(`/content/${item.id}`);
  await expect(page.getByRole('heading', { name: 'What unlocks this' })).toBeVisible();
  await page.goto('/library');
  await expect(page.locator('main')).toContainText('Nothing bought yet');
});

test('buying one’s own item, or an unknown one, is refused', async ({ page }) => {
  await signIn(page, 'creator@example.com');
  const item = await itemForSale(page);
  await page.goto(`/checkout/${item.id}`);
  await expect(page).toHaveURL(/\/discover$/);
  await expect(toast(page)).toContainText('This is your own item');
  const answer = await page.goto('/checkout/2000000000');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to load checkout information');
});

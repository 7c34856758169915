import type { Page } from '@playwright/test';
import { expect, signUp } from './journey.ts';
import { test } from './stripe/stripe-site.ts';

const dayMs = 24 * 3_600_000;
const banner = (page: Page) => page.getByRole('complementary', { name: 'Payment failed' });

/** Reloads until the page shows what the worker has done. */
const once = (page: Page, path: string, look: () => Promise<void>) =>
  expect(async () => {
    await page.goto(path);
    await look();
  }).toPass({ timeout: 20_000 });

test('a renewal fails: every page says until when, nothing locks, and after payment everything is as before', async ({
  page,
  fake,
}) => {
  test.slow();
  const plan = page.locator('main section').first();
  const { email } = await signUp(page);
  const begun = await page.request.post('/api/create-subscription', { data: { plan: 'premium' } });
  const { clientSecret } = (await begun.json()) as { clientSecret: string };
  await fake.payer(clientSecret.split('_secret_')[0] ?? '', 'pay');
  await fake.tell();
  await once(page, '/account/billing', () =>
    expect(plan).toContainText('next billing on', { timeout: 1_000 }),
  );
  await expect(banner(page)).toHaveCount(0);

  const customer = (await fake.all('customer')).find((each) => each.email === email);
  await fake.controls.failCard(customer?.id ?? '');
  await fake.advance(new Date(Date.now() + 32 * dayMs));
  await fake.tell();
  await once(page, '/discover', () => expect(banner(page)).toBeVisible({ timeout: 1_000 }));
  const lastDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  const until = lastDay.format(Date.now() + 7 * dayMs);
  await expect(banner(page)).toHaveText(
    `Your last payment failed. Your plan ends on ${until} unless you pay.`,
  );
  for (const path of ['/', '/profile', '/library', '/nowhere-at-all']) {
    await page.goto(path);
    await expect(banner(page)).toBeVisible();
  }
  const items = await page.request.get('/api/content?tier=premium&limit=1');
  expect(((await items.json()) as { locked: boolean }[])[0]?.locked).toBe(false);

  await banner(page).getByRole('link', { name: 'pay' }).click();
  await expect(page).toHaveURL(/\/account\/billing$/);
  await expect(plan).toContainText(`Please pay to keep Premium`);
  await expect(plan).toContainText(`You keep Premium until ${until}; pay before then to keep it.`);
  const invoice = await plan.getByRole('link', { name: 'Pay now' }).getAttribute('href');
  const owing = (await fake.all('invoice')).find((each) => each.hosted_invoice_url === invoice);
  const intent = await fake.find('payment_intent', invoice?.split('/').at(-1) ?? '');
  expect([owing?.status, owing?.amount_due, intent?.amount]).toEqual(['open', 999, 999]);

  await fake.payer(intent?.id ?? '', 'pay');
  await fake.tell();
  await once(page, '/account/billing', () =>
    expect(plan).toContainText('next billing on', { timeout: 1_000 }),
  );
  // The page's header is read before its plan, so the payment may arrive between them.
  await page.reload();
  await expect(banner(page)).toHaveCount(0);
  await expect(page.locator('main')).not.toContainText('Pay now');
});

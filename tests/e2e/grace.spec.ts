import type { Page } from '@playwright/test';
import { expect, signUp } from './journey.ts';
import { test } from './stripe-site.ts';

const dayMs = 24 * 3_600_000;
const banner = (page: Page) => page.getByRole('complementary', { name: 'Payment failed' });

/** Reloads until the page shows what the worker has done. */
const once = (page: Page, path: string, look: () => Promise<void>) =>
  expect(async () => {
    await page.goto(path);
    await look();
  }).toPass({ timeout: 20_000 });

test('a renewal fails: every page says until when, nothing locks, and once it is paid all is as before', async ({
  page,
  site,
  fake,
}) => {
  test.slow();
  const tell = () =>
    fake.deliver(
      ({ body, headers }) => fetch(`${site}/api/stripe/webhook`, { method: 'POST', body, headers }),
      { signedAt: Math.floor(Date.now() / 1000) },
    );
  const plan = page.locator('main section').first();
  const { email } = await signUp(page);
  const begun = await page.request.post('/api/create-subscription', { data: { plan: 'premium' } });
  const { clientSecret } = (await begun.json()) as { clientSecret: string };
  fake.payer(clientSecret.split('_secret_')[0] ?? '', 'pay');
  await tell();
  await once(page, '/account/billing', () =>
    expect(plan).toContainText('next billing on', { timeout: 1_000 }),
  );
  await expect(banner(page)).toHaveCount(0);

  const customer = [...fake.books.customers.values()].find((each) => each.email === email);
  fake.failCard(customer?.id ?? '');
  fake.advance(new Date(Date.now() + 32 * dayMs));
  await tell();
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
  await expect(plan).toContainText(`You keep Premium until ${until}; pay before then to go on.`);
  const invoice = await plan.getByRole('link', { name: 'Pay now' }).getAttribute('href');
  const owing = fake.books.invoices.get(invoice?.split('/').at(-1) ?? '');
  const intent = [...fake.books.intents.values()].find(
    ({ status, customer: payer }) => status === 'requires_payment_method' && payer === customer?.id,
  );
  expect([owing?.status, owing?.amount_due, intent?.amount]).toEqual(['open', 999, 999]);

  fake.payer(intent?.id ?? '', 'pay');
  await tell();
  await once(page, '/account/billing', () =>
    expect(plan).toContainText('next billing on', { timeout: 1_000 }),
  );
  await expect(banner(page)).toHaveCount(0);
  await expect(page.locator('main')).not.toContainText('Pay now');
});

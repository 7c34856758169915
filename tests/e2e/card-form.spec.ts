import type { Page } from '@playwright/test';
import { cards, elsewhere, toPaymentPage, typeCard } from './card-form.ts';
import { axeErrors } from './checks/axe.ts';
import { lookAt } from './checks/visual-checks.ts';
import { expect, signUp, test } from './journey.ts';

const main = (page: Page) => page.locator('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });
const alert = (page: Page) => main(page).locator('form [role=alert]');
const toast = (page: Page) => page.locator('#toast');

/** A locked item, by the list of the site. */
async function lockedItem(page: Page, tier: 'premium' | 'vip', isForSale = true) {
  const answer = await page.request.get(`/api/content?tier=${tier}&limit=48`);
  const items = (await answer.json()) as { id: number; price: string; isForSale: boolean }[];
  const item = items.find((each) => each.isForSale === isForSale);
  if (!item) throw new Error('There is no such item');
  return item;
}

test.describe('with the sandbox, cards are entered on the page', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'The card form is a script');

  test('[C2.3] [C4.9] a plan is begun with the card that pays, by keyboard alone', async ({ page }) => {
    const complaints: string[] = [];
    page.on('console', (message) => /policy/i.test(message.text()) && complaints.push(message.text()));
    await signUp(page);
    await page.goto('/subscribe?plan=premium');
    const pays = button(page, 'Pays');
    await pays.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
    await page.getByLabel('Security code').press('Enter');
    await expect(toast(page)).toContainText('You are now subscribed to premium content!');
    expect(complaints).toEqual([]);
  });

  test('[C2.5] [C4.6] an item is bought; a declined card and a wrong one say so in place', async ({
    page,
  }) => {
    await signUp(page);
    const { id, price } = await lockedItem(page, 'vip');
    await page.goto(`/checkout/${id}`);
    await expect(page.getByLabel('Card number')).toBeVisible();
    await lookAt(page, 'checkout with the card form');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/checkout/${id}`);
    const pay = button(page, `Pay $${price}`);
    const number = page.getByLabel('Card number');
    await typeCard(page, '42424242');
    await pay.click();
    await expect(alert(page)).toHaveText('Your card number is incomplete.');
    await expect(number).toBeFocused();
    await expect(number).toHaveAttribute('aria-invalid', 'true');
    await typeCard(page, '5555555555554444');
    await pay.click();
    await expect(alert(page)).toHaveText('This is a sandbox: it takes only the test cards below.');
    await typeCard(page, cards.good);
    await page.getByLabel('Expiration date').fill('01 / 20');
    await pay.click();
    await expect(alert(page)).toHaveText('Your card’s expiration date is in the past.');
    await typeCard(page, cards.declined);
    await pay.click();
    await expect(alert(page)).toHaveText('Payment Failed: Your card was declined.');
    expect(await axeErrors(page)).toEqual([]);
    await typeCard(page, cards.good);
    await pay.click();
    await expect(page).toHaveURL(/\/discover$/);
    await expect(toast(page)).toContainText('Purchase Successful');
  });

  test('a bank that asks first: refused, nothing is paid; confirmed, the item is bought', async ({
    page,
  }) => {
    await signUp(page);
    const { id, price } = await lockedItem(page, 'vip');
    await page.goto(`/checkout/${id}`);
    const pay = button(page, `Pay $${price}`);
    await button(page, 'Bank asks').click();
    await pay.click();
    const bank = page.getByRole('dialog', { name: 'Your bank asks you to confirm this payment' });
    await expect(bank.getByRole('button', { name: 'Confirm the payment' })).toBeFocused();
    expect(await axeErrors(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(alert(page)).toContainText('We are unable to authenticate your payment method.');
    await expect(bank).toHaveCount(0);
    await pay.click();
    await bank.getByRole('button', { name: 'Confirm the payment' }).click();
    await expect(toast(page)).toContainText('Purchase Successful');
  });
});

test.describe('after paying for a plan the member is back where they came from', () => {
  test('from a locked item, signed up on the way', async ({ page, javaScriptEnabled }) => {
    const { id } = await lockedItem(page, 'premium', false);
    await page.goto(`/content/${id}`);
    const way = main(page).locator('a[href*="plan%3Dpremium"]').first();
    const next = new URL((await way.getAttribute('href')) ?? '', page.url()).searchParams.get('next') ?? '';
    await signUp(page);
    await page.goto(next);
    if (javaScriptEnabled) {
      await typeCard(page, cards.good);
      await button(page, 'Pay $9.99 per month').click();
    } else {
      await button(page, 'Go to payment').click();
      await button(page, /^Pay \$/).click();
    }
    await expect(page).toHaveURL(new RegExp(`/content/${id}$`));
    await expect(toast(page)).toContainText('Payment Successful');
    await expect(toast(page)).toContainText('You are now subscribed to premium content!');
    await expect(page.getByRole('heading', { name: 'What unlocks this' })).toHaveCount(0);
  });

  test('by the payment page, declined first; and by an upgrade without one', async ({
    page,
    javaScriptEnabled,
  }) => {
    await signUp(page);
    const { id } = await lockedItem(page, 'vip');
    await page.goto('/subscribe?plan=premium&from=/creators');
    await toPaymentPage(page, 'Go to payment', javaScriptEnabled);
    await button(page, 'Cancel').click();
    await toPaymentPage(page, 'Go to payment', javaScriptEnabled);
    await button(page, /^Pay \$/).click();
    await expect(page).toHaveURL(/\/creators$/);
    await page.goto(`/content/${id}`);
    // It may be folded, behind a cheaper way to open the item.
    const upgrade = await main(page).locator('a[href*="/subscribe?plan=vip"]').first().getAttribute('href');
    await page.goto(upgrade ?? '');
    await button(page, 'Upgrade now').click();
    await expect(page).toHaveURL(new RegExp(`/content/${id}$`));
    await expect(toast(page)).toContainText('You now have VIP Elite.');
  });

  test('never to another site, and once', async ({ page, javaScriptEnabled }) => {
    await signUp(page);
    await page.goto('/subscribe?plan=premium&from=//evil.example/');
    await toPaymentPage(page, 'Go to payment', javaScriptEnabled);
    await button(page, /^Pay \$/).click();
    await expect(toast(page)).toContainText('Payment Successful');
    expect(new URL(page.url()).pathname).toBe('/');
    await expect(button(page, elsewhere)).toHaveCount(0);
  });
});

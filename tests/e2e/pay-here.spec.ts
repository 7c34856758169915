import type { Page } from '@playwright/test';
import { cards, elsewhere, toPaymentPage, typeCard } from './card-form.ts';
import { axeErrors } from './checks/axe.ts';
import { lookAt } from './checks/visual-checks.ts';
import { expect, signUp } from './journey.ts';
import { spentBy, test } from './stripe/stripe-site.ts';

const main = (page: Page) => page.locator('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });
const alert = (page: Page) => main(page).locator('form [role=alert]');
const toast = (page: Page) => page.locator('#toast');

/** A locked item for sale, as a list of the site shows it. */
async function itemForSale(page: Page) {
  const answer = await page.request.get('/api/content?tier=vip&limit=48');
  const items = (await answer.json()) as { id: number; title: string; price: string; isForSale: boolean }[];
  const item = items.find(({ isForSale }) => isForSale);
  if (!item) throw new Error('No item is for sale');
  return { ...item, cents: Math.round(Number(item.price) * 100) };
}

/** A new member at the checkout of an item, its card form open where there are scripts. */
async function atCheckout(page: Page) {
  const { email } = await signUp(page);
  const item = await itemForSale(page);
  await page.goto(`/checkout/${item.id}`);
  return { email, item };
}

/** Chooses Stripe's page, with scripts or without, and pays there. */
async function payElsewhere(page: Page, plain: string | RegExp, hasScripts: boolean) {
  await toPaymentPage(page, plain, hasScripts);
  await page.getByRole('link', { name: 'Pay', exact: true }).click();
  await page.getByRole('link', { name: 'Return' }).click();
}

test.describe('on Stripe’s own page, with scripts and without', () => {
  test('an item is bought', async ({ page, fake, javaScriptEnabled }) => {
    const { email, item } = await atCheckout(page);
    await payElsewhere(page, `Pay $${item.price}`, javaScriptEnabled);
    await expect(toast(page)).toContainText('Purchase Successful');
    expect(await spentBy(fake, email)).toBe(item.cents);
  });

  test('a plan is begun, and changed without another card form', async ({
    page,
    fake,
    javaScriptEnabled,
  }) => {
    const { email } = await signUp(page);
    await page.goto('/subscribe?plan=premium');
    await payElsewhere(page, 'Go to payment', javaScriptEnabled);
    await expect(toast(page)).toContainText('You are now subscribed to premium content!');
    expect(await spentBy(fake, email)).toBe(999);
    await page.goto('/subscribe?plan=vip');
    await expect(button(page, 'Upgrade now')).toBeVisible();
    await expect(page.locator('[data-card-form]')).toHaveCount(0);
  });
});

test.describe('on the page itself', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'The card form is Stripe’s script');

  test('[C4.6] [C4.7] an item is bought under the page’s own policy', async ({ page, fake }) => {
    const complaints: string[] = [];
    page.on('console', (message) => /policy/i.test(message.text()) && complaints.push(message.text()));
    const { email, item } = await atCheckout(page);
    await typeCard(page, cards.good);
    expect(await axeErrors(page)).toEqual([]);
    await button(page, `Pay $${item.price}`).click();
    await expect(page).toHaveURL(/\/discover$/);
    await expect(toast(page)).toContainText('You now have access to this content!');
    expect(await spentBy(fake, email)).toBe(item.cents);
    expect(complaints).toEqual([]);
  });

  test('the page’s policy lets Stripe open its frames, and no one else', async ({ page, context, fake }) => {
    await context.route('https://elsewhere.example/**', (route) => route.fulfill({ body: 'Another frame' }));
    const { email } = await atCheckout(page);
    const refused = page.waitForEvent('console', (message) => /elsewhere.*policy/is.test(message.text()));
    await page.evaluate(() => {
      for (const host of ['js.stripe.com', 'elsewhere.example']) {
        const frame = document.createElement('iframe');
        frame.src = `https://${host}/frame`;
        document.body.append(frame);
      }
    });
    await expect(page.frameLocator('iframe').first().getByRole('heading')).toHaveText('A frame of Stripe');
    await refused;
    expect(await spentBy(fake, email)).toBe(0);
  });

  test('[C2.3] [C4.9] a plan is begun', async ({ page, fake }) => {
    const { email } = await signUp(page);
    await page.goto('/subscribe?plan=vip');
    await typeCard(page, cards.good);
    expect(await axeErrors(page)).toEqual([]);
    await button(page, 'Pay $24.99 per month').click();
    await expect(toast(page)).toContainText('You are now subscribed to premium content!');
    expect(await spentBy(fake, email)).toBe(2499);
  });

  test('[C8.14] a card is declined: the page says so, and another one pays, once', async ({ page, fake }) => {
    const { email, item } = await atCheckout(page);
    await typeCard(page, cards.declined);
    const pay = button(page, `Pay $${item.price}`);
    await pay.click();
    await expect(alert(page)).toHaveText('Payment Failed: Your card was declined.');
    await expect(pay).toBeFocused();
    expect(await spentBy(fake, email)).toBe(0);
    await typeCard(page, cards.good);
    await pay.click();
    await expect(toast(page)).toContainText('Purchase Successful');
    expect(await spentBy(fake, email)).toBe(item.cents);
  });

  test('an incomplete card begins nothing; pressing twice pays once', async ({ page, fake }) => {
    const { email, item } = await atCheckout(page);
    const begun: string[] = [];
    page.on('request', (request) => request.url().endsWith('/purchase') && begun.push(request.url()));
    const pay = button(page, /^Pay \$/);
    await expect(button(page, elsewhere)).toBeVisible();
    await pay.click();
    await expect(alert(page)).toHaveText('Your card number is incomplete.');
    expect(begun).toEqual([]);
    await typeCard(page, cards.good);
    await fake.controls.delayNext(300, 50);
    await pay.dblclick();
    await expect(button(page, 'Paying...')).toHaveAttribute('aria-disabled', 'true');
    await expect(alert(page)).toBeHidden();
    await page.keyboard.press('Enter');
    await fake.controls.delayNext(0, 0);
    await expect(toast(page)).toContainText('Purchase Successful');
    expect(begun).toHaveLength(1);
    expect(await spentBy(fake, email)).toBe(item.cents);
  });

  test('declined here, paid on Stripe’s page: the card form of the old tab cannot pay any more', async ({
    page,
    context,
    fake,
  }) => {
    const { email, item } = await atCheckout(page);
    await typeCard(page, cards.declined);
    await button(page, `Pay $${item.price}`).click();
    await expect(alert(page)).toContainText('declined');
    const second = await context.newPage();
    await second.goto(`/checkout/${item.id}`);
    await payElsewhere(second, '', true);
    await expect(toast(second)).toContainText('Purchase Successful');
    await typeCard(page, cards.good);
    await button(page, `Pay $${item.price}`).click();
    await expect(toast(page)).toContainText('Already yours');
    expect(await spentBy(fake, email)).toBe(item.cents);
  });

  test('Stripe’s page left open, paid here: that page cannot pay any more', async ({
    page,
    context,
    fake,
  }) => {
    const { email, item } = await atCheckout(page);
    await expect(button(page, elsewhere)).toBeVisible();
    await button(page, elsewhere).click();
    await expect(page.getByRole('heading')).toHaveText('Stripe’s page');
    const second = await context.newPage();
    await second.goto(`/checkout/${item.id}`);
    await typeCard(second, cards.good);
    await button(second, `Pay $${item.price}`).click();
    await expect(toast(second)).toContainText('Purchase Successful');
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('heading')).toHaveText('This page has expired');
    expect(await spentBy(fake, email)).toBe(item.cents);
  });

  test('a bank takes days: the page says so, and the item opens in the end', async ({ page, fake }) => {
    const { email, item } = await atCheckout(page);
    await typeCard(page, cards.slow);
    await button(page, `Pay $${item.price}`).click();
    await expect(page).toHaveURL(new RegExp(`/checkout/${item.id}/status$`));
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(
      'Your bank is processing the payment',
    );
    await lookAt(page, 'waiting for a bank');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/checkout/${item.id}`);
    await typeCard(page, cards.good);
    await button(page, `Pay $${item.price}`).click();
    await expect(page).toHaveURL(new RegExp(`/checkout/${item.id}/status$`));
    const intents = await fake.all('payment_intent');
    const waiting = intents.findLast(({ status }) => status === 'processing');
    await fake.payer(waiting?.id ?? '', 'pay');
    await main(page).getByRole('link', { name: 'Check again' }).click();
    await expect(toast(page)).toContainText('Purchase Successful');
    expect(await spentBy(fake, email)).toBe(item.cents);
  });
});

test.describe('when the card form fails, the button leads to Stripe’s page', () => {
  test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'Without scripts there is no card form');
  const gone = 'The card form did not open. Nothing was charged. The button below opens the payment page.';

  async function paysStill(page: Page, price: string) {
    await expect(button(page, elsewhere)).toBeHidden();
    await button(page, `Pay $${price}`).click();
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await page.getByRole('link', { name: 'Return' }).click();
    await expect(toast(page)).toContainText('Purchase Successful');
  }

  test('its script is blocked', async ({ page, context, fake }) => {
    await context.route('https://js.stripe.com/**', (route) => route.abort());
    const { email, item } = await atCheckout(page);
    await expect(alert(page)).toHaveText(gone);
    await paysStill(page, item.price);
    expect(await spentBy(fake, email)).toBe(item.cents);
  });

  test('its fields take too long', async ({ page, context, fake }) => {
    const { email } = await signUp(page);
    const item = await itemForSale(page);
    await context.route('https://js.stripe.com/**', () => {});
    await page.clock.install();
    // If that script is asked for before the page's own load has ended, the load waits for it.
    await page.goto(`/checkout/${item.id}`, { waitUntil: 'domcontentloaded' });
    await expect(main(page).getByText('Setting up your payment...')).toBeVisible();
    await page.clock.runFor(9_000);
    await expect(alert(page)).toHaveText(gone);
    await paysStill(page, item.price);
    expect(await spentBy(fake, email)).toBe(item.cents);
  });

  test('Stripe is down: the page says so, nothing is lost, and the next press pays', async ({
    page,
    fake,
  }) => {
    const { email, item } = await atCheckout(page);
    await typeCard(page, cards.good);
    await fake.controls.switchOff();
    await button(page, `Pay $${item.price}`).click();
    await expect(alert(page)).toContainText('Failed to initialize purchase. Nothing was charged.');
    await fake.controls.switchOff(false);
    await button(page, `Pay $${item.price}`).click();
    await expect(toast(page)).toContainText('Purchase Successful');
    expect(await spentBy(fake, email)).toBe(item.cents);
  });
});

test('Stripe does not answer: the page answers all the same', async ({ page, fake, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'it is a call, which knows of no scripts');
  const { item } = await atCheckout(page);
  await fake.controls.silenceNext(1_000);
  const answer = await page.request.post(`/api/content/${item.id}/purchase`, { data: {}, timeout: 30_000 });
  expect([answer.status(), await answer.json()]).toEqual([503, { message: 'Failed to initialize purchase' }]);
});

import type { Page } from '@playwright/test';
import { toPaymentPage } from './card-form.ts';
import { expect, pictureFile, publish, signIn, signUp, test } from './journey.ts';

const main = (page: Page) => page.locator('main');
const toast = (page: Page) => page.locator('#toast');
/** A step that is asked about on a page of its own, or in a dialog where scripts run. */
async function take(page: Page, link: string, button: string, note?: [label: RegExp, words: string]) {
  await main(page).getByRole('link', { name: link, exact: true }).click();
  const question = page.locator('[data-dialog-page]').last();
  if (note) await question.getByLabel(note[0]).fill(note[1]);
  await question.getByRole('button', { name: button }).click();
  // The other side opens the page only after the step was taken.
  await expect(question).toBeHidden();
}
const state = (page: Page) => main(page).locator('.callout').first();

/** A new creator with an item and an offer, in a window of their own. */
async function creatorWithOffer(page: Page) {
  const person = await signUp(page);
  await publish(page, `Open guard ${person.username}`);
  await page.goto('/requests/offer');
  await page.getByLabel('Price of a request').fill('0.10');
  await main(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('at least $0.99');
  await page.getByLabel('Price of a request').fill('25.01');
  await page.getByLabel('Days you need').fill('9');
  await page.getByLabel('How many at a time').fill('1');
  await page.getByLabel('What you make').fill('Anything from half guard.');
  await main(page).getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('VIP members can ask you');
  return person;
}

async function ask(page: Page, username: string, title: string) {
  await page.goto(`/creators/${username}`);
  const box = page.getByRole('region', { name: 'Request a technique' });
  await expect(box).toContainText('$25.01, within 9 days');
  await box.getByRole('link', { name: /^Ask / }).click();
  await page.getByLabel('What is it about?').fill(title);
  await page.getByLabel('What should it show?').fill('Help.');
  await main(page).getByRole('button', { name: /^Ask / }).click();
  await expect(page.getByRole('alert')).toContainText('at least 20 characters');
  await expect(page.getByLabel('What is it about?')).toHaveValue(title);
  await page.getByLabel('What should it show?').fill('Where does my elbow go when they flatten me out?');
  await main(page).getByRole('button', { name: /^Ask / }).click();
  await expect(state(page)).toContainText('Asked');
  return new URL(page.url()).pathname;
}

test('a request from both sides: asked, accepted, paid, delivered, disputed, refunded by an admin', async ({
  page,
  elsewhere,
  javaScriptEnabled,
}) => {
  test.slow();
  const creator = await elsewhere();
  const { username } = await creatorWithOffer(creator);
  await page.goto(`/creators/${username}`);
  await expect(page.getByRole('region', { name: 'Request a technique' })).toContainText('VIP Elite members');
  await signIn(page, 'vip@example.com');
  const title = `Flattened ${username}`;
  const address = await ask(page, username, title);

  // Another VIP finds the one place taken, and what would free it.
  const another = await elsewhere('admin@example.com');
  await another.goto(`/creators/${username}/request`);
  await expect(main(another)).toContainText(/VIP Elite|takes one request at a time/);

  await creator.goto('/requests?show=of-me');
  await main(creator).getByRole('link', { name: title }).click();
  await expect(main(creator)).toContainText('Where does my elbow go');
  await take(creator, 'Accept', 'Accept the request', [/^To /, 'With pleasure.']);
  await expect(state(creator)).toContainText('Waiting for payment');

  await page.goto(address);
  await expect(main(page)).toContainText('With pleasure.');
  await main(page).getByRole('link', { name: 'Pay now' }).click();
  await expect(main(page)).toContainText('Made for you');
  await toPaymentPage(page, 'Pay $25.01', javaScriptEnabled ?? true);
  await main(page)
    .getByRole('button', { name: /^Pay \$/ })
    .click();
  await expect(toast(page)).toContainText('The work begins now.');
  await expect(state(page)).toContainText('In progress');

  await creator.goto(address);
  await main(creator).getByRole('link', { name: 'Pictures and video' }).click();
  await creator
    .locator('input[type=file]')
    .first()
    .setInputFiles(await pictureFile('elbow.png'));
  await main(creator).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toast(creator)).toBeVisible();
  await creator.goto(address);
  await take(creator, 'Deliver', 'Deliver it');
  await expect(state(creator)).toContainText('Delivered');

  await page.goto(address);
  await main(page).getByRole('link', { name: 'Open it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const item = new URL(page.url()).pathname;
  await page.goto('/library');
  await expect(main(page).getByRole('link', { name: title }).first()).toBeVisible();
  const stranger = await elsewhere();
  expect((await stranger.goto(item))?.status()).toBe(404);
  await stranger.goto(`/discover?search=${username}`);
  await expect(main(stranger)).not.toContainText(title);

  await page.goto(address);
  await take(page, 'Report a problem', 'Send it to us', [/What is wrong with it/, 'It shows the other arm.']);
  await expect(state(page)).toContainText('In dispute');

  await another.goto('/admin/requests');
  await main(another).getByRole('link', { name: title }).click();
  await expect(main(another)).toContainText('It shows the other arm.');
  await another.getByLabel(/^Refund: the buyer gets/).check();
  await another.getByLabel('Why').fill('The other arm, indeed.');
  await main(another).getByRole('button', { name: 'Decide' }).click();
  await expect(toast(another)).toContainText('The buyer gets a full refund.');

  await expect(async () => {
    await page.goto(address);
    await expect(state(page)).toContainText('was refunded to your card', { timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await expect(main(page)).toContainText('The other arm, indeed.');
  expect((await page.goto(item))?.status()).toBe(404);
});

test('a request that succeeds becomes public when both agree; a declined one costs nothing', async ({
  page,
  elsewhere,
  javaScriptEnabled,
}) => {
  test.slow();
  const creator = await elsewhere();
  const { username } = await creatorWithOffer(creator);
  await signIn(page, 'vip@example.com');
  const declined = await ask(page, username, `Declined ${username}`);
  await creator.goto(declined);
  await take(creator, 'Decline', 'Decline the request');
  await page.goto(declined);
  await expect(state(page)).toContainText('Nothing was charged.');

  const title = `Public ${username}`;
  const address = await ask(page, username, title);
  await creator.goto(address);
  await take(creator, 'Accept', 'Accept the request');
  await page.goto(address);
  await main(page).getByRole('link', { name: 'Pay now' }).click();
  await toPaymentPage(page, 'Pay $25.01', javaScriptEnabled ?? true);
  await main(page)
    .getByRole('button', { name: /^Pay \$/ })
    .click();
  await expect(state(page)).toContainText('In progress');
  await creator.goto(address);
  await main(creator).getByRole('link', { name: 'Pictures and video' }).click();
  await creator
    .locator('input[type=file]')
    .first()
    .setInputFiles(await pictureFile('public.png'));
  await main(creator).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toast(creator)).toBeVisible();
  await creator.goto(address);
  await take(creator, 'Deliver', 'Deliver it');
  await page.goto(address);
  await take(page, 'Accept', 'Accept it');
  await expect(state(page)).toContainText('Done');
  await take(page, 'Make it public', 'I agree');
  await creator.goto(address);
  await expect(main(creator)).toContainText('would like to make it public');
  await take(creator, 'Make it public', 'I agree');
  await creator.goto('/studio/content');
  await expect(main(creator).getByRole('row', { name: title })).toContainText('Published');
});

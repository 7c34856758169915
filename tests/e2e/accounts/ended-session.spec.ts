import type { Page } from '@playwright/test';
import { expect, publish, signUp, signUpByForm, test } from '../journey.ts';

const unauthorized = 'Unauthorized: You are logged out. Logging in again...';

/** Ends the session of a browser, which keeps its cookie, from another browser that has the same one. */
async function endFrom(other: Page, page: Page) {
  await other.context().addCookies(await page.context().cookies());
  expect((await other.request.post('/api/logout')).ok()).toBe(true);
}

for (const [what, press] of [
  [
    'like',
    async (page: Page) => {
      await page.goto('/discover');
      return page.getByRole('button', { name: / likes: like / }).first();
    },
  ],
  [
    'follow',
    async (page: Page) => {
      await page.goto('/creators');
      return page.getByRole('button', { name: /^Follow/ }).first();
    },
  ],
] as const) {
  test(`[C8.2] [C8.3] a ${what} after the session ended elsewhere says so and leads to sign in`, async ({
    page,
    elsewhere,
  }) => {
    await signUp(page);
    const button = await press(page);
    await endFrom(await elsewhere(), page);
    await button.click();
    await expect(page.getByText(unauthorized)).toBeVisible();
    await expect(page).toHaveURL(/\/auth\?tab=sign-in&next=/);
  });

  // Visitors have no button to follow.
  if (what === 'like')
    test('[E2.26] a visitor’s like asks to sign in', async ({ page }) => {
      await (await press(page)).click();
      await expect(page.getByText('Sign in required: Please sign in to like content')).toBeVisible();
      await expect(page).toHaveURL(/\/auth\?tab=sign-in&next=/);
    });
}

test('[C8.2] [C8.3] a rating does the same, also in its dialog', async ({ page, elsewhere }) => {
  const athlete = await elsewhere();
  await signUp(athlete);
  const item = await publish(athlete, 'Knee slide');
  await signUp(page);
  await page.goto(item);
  await page.getByRole('link', { name: 'Rate This Content' }).first().click();
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true });
  await endFrom(await elsewhere(), page);
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await expect(page.getByText(unauthorized)).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?tab=sign-in&next=/);
});

test('[C8.2] [C8.3] a message does the same, and with scripts its text is still there afterwards', async ({
  page,
  elsewhere,
  javaScriptEnabled,
}) => {
  const athlete = await elsewhere();
  const { username } = await signUp(athlete);
  await publish(athlete, 'Granby roll');
  const fan = await elsewhere('premium@example.com');
  await page.context().addCookies(await fan.context().cookies());
  await page.goto(`/messages/${username}`);
  const field = page.getByRole('textbox', { name: /Your message to/ });
  await field.fill('Where do the hips go?');
  await endFrom(fan, page);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(unauthorized)).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?tab=sign-in&next=/);
  if (!javaScriptEnabled) return;
  await page.getByLabel('Email').fill('premium@example.com');
  await page.getByLabel('Password', { exact: true }).fill('jiujitsu');
  await page.locator('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(field).toHaveValue('Where do the hips go?');
});

test.describe('the zone', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('is kept also when the form of the sign-up goes before its script ran', async ({
    page,
    context,
    javaScriptEnabled,
  }) => {
    test.skip(!javaScriptEnabled, 'without scripts it is chosen in the profile');
    const script = /\.js$/;
    await page.route(script, (route) => route.abort());
    await signUpByForm(page);
    await page.unroute(script);
    await page.goto('/account/security');
    const seen = page.locator('main time').first();
    await expect(seen).toHaveAttribute('title', /UTC/);
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('zone');
    await page.goto('/dashboard');
    // It is the member's now, not only the browser's.
    await context.clearCookies({ name: 'zone' });
    await page.goto('/account/security');
    await expect(seen).toHaveAttribute('title', /^(?!.*UTC)/);
  });
});

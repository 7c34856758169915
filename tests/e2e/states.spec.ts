import type { Locator, Page } from '@playwright/test';
import { lookAt, lookAtPhone } from './checks/visual-checks.ts';
import { expect, pictureFile, test } from './journey.ts';
import { addressOf, comeAs, type Role } from './screens.ts';

test.describe.configure({ timeout: 240_000 });

const main = (page: Page) => page.locator('main');
const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name }).first();

/** Sends an invalid form, without the browser's own checks. */
async function sendEmpty(page: Page, name: string | RegExp, within: Locator = main(page)) {
  const button = within.getByRole('button', { name, exact: typeof name === 'string' }).first();
  await button.evaluate((each) => ((each as HTMLButtonElement).form!.noValidate = true));
  await button.click();
  await expect(within.locator('[data-error-summary]')).toBeVisible();
}

/** Opens what is lifted into a dialog over the page. */
async function openDialog(page: Page, opener: Locator) {
  await opener.click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

interface State {
  name: string;
  role: Role;
  screen: string;
  /** From the screen as it comes. */
  reach: (page: Page, hasScripts: boolean) => Promise<unknown>;
  /** Without it the state is another page. */
  needsScripts?: boolean;
  /** It is there on a phone alone. */
  isPhones?: boolean;
}

/** What a screen becomes after an action. */
const states: State[] = [
  {
    name: 'a sign-up with nothing in it',
    role: 'visitor',
    screen: '/auth?tab=sign-up',
    reach: (page) => sendEmpty(page, 'Sign Up'),
  },
  {
    name: 'a question with nothing in it',
    role: 'visitor',
    screen: '/help-center/contact',
    reach: (page) => sendEmpty(page, /^Send/),
  },
  {
    name: 'a search that was typed and finds nothing',
    role: 'visitor',
    screen: '/discover',
    needsScripts: true,
    async reach(page) {
      await main(page).getByRole('searchbox').fill('zzzz');
      await main(page).getByRole('searchbox').press('Enter');
      await expect(page).toHaveURL(/search=zzzz/);
    },
  },
  {
    name: 'the sheet of filters',
    role: 'visitor',
    screen: '/discover',
    needsScripts: true,
    isPhones: true,
    async reach(page) {
      await page.getByRole('button', { name: 'Filters' }).click();
      await expect(page.getByRole('heading', { name: 'Filter Content' })).toBeVisible();
    },
  },
  {
    name: 'the menu of a phone',
    role: 'visitor',
    screen: '/discover',
    needsScripts: true,
    isPhones: true,
    async reach(page) {
      await page.getByRole('button', { name: 'Menu' }).first().click();
      await expect(page.locator('#side-menu')).toBeVisible();
    },
  },
  {
    name: 'a wrong code',
    role: 'arriving',
    screen: '/auth/code?{halfway}',
    reach: (page) => sendEmpty(page, 'Sign In'),
  },
  {
    name: 'an upload of a picture alone',
    role: 'newcomer',
    screen: '/upload',
    async reach(page, hasScripts) {
      await page.getByLabel('Choose Files').setInputFiles(await pictureFile('mat.png'));
      // While files travel, a script names what is missing and sends nothing.
      if (hasScripts) await expect(main(page).getByText('arrived').first()).toBeVisible();
      await sendEmpty(page, /Share Technique|Upload Content/);
    },
  },
  {
    name: 'a rating without stars',
    role: 'newcomer',
    screen: '/content/{free}/rate',
    reach: (page) => sendEmpty(page, 'Submit rating'),
  },
  {
    name: 'a rating without stars, in its dialog',
    role: 'newcomer',
    screen: '/content/{free}',
    needsScripts: true,
    async reach(page) {
      await openDialog(page, link(page, 'Rate This Content'));
      await sendEmpty(page, 'Submit rating', page.getByRole('dialog'));
    },
  },
  {
    name: 'a dialog that asks',
    role: 'newcomer',
    screen: '/content/{own}',
    needsScripts: true,
    reach: (page) => openDialog(page, link(page, 'Delete')),
  },
  {
    name: 'the menu of the account',
    role: 'newcomer',
    screen: '/profile',
    needsScripts: true,
    async reach(page) {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await expect(page.locator('#account-menu a').first()).toBeVisible();
    },
  },
  {
    name: 'a toast',
    role: 'newcomer',
    screen: '/profile?edit',
    async reach(page) {
      await main(page).getByRole('button', { name: 'Save' }).first().click();
      await expect(page.locator('#toast')).toBeVisible();
    },
  },
];

/** A page that was opened without scripts, in a window that runs the test's scripts: axe waits for timers, which such
 *  a page does not have. The page's own scripts stay out. */
async function withAxe(page: Page): Promise<Page> {
  const context = await page.context().browser()!.newContext({ javaScriptEnabled: true });
  const copy = await context.newPage();
  await copy.route(/\.js$/, (route) => route.abort());
  const body = await page.content();
  await copy.route(page.url(), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
  await copy.goto(page.url());
  return copy;
}

for (const role of new Set(states.map((state) => state.role))) {
  test(`controls that a ${role} opens on a screen can be reached`, async ({
    page,
    site,
    javaScriptEnabled,
  }) => {
    await comeAs(page, role, site);
    for (const { name, screen, reach, needsScripts, isPhones, ...state } of states) {
      if (state.role !== role || (needsScripts && !javaScriptEnabled)) continue;
      await page.setViewportSize({ width: isPhones ? 375 : 1280, height: 800 });
      await page.goto(await addressOf(page, screen));
      await reach(page, javaScriptEnabled ?? true);
      const seen = javaScriptEnabled ? page : await withAxe(page);
      await (isPhones ? lookAtPhone(seen, name) : lookAt(seen, name));
      if (seen !== page) await seen.context().close();
    }
  });
}

test('each part of the style guide can be reached', async ({ page, site, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'the documents are the same');
  await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
  await page.goto('/styleguide');
  await lookAt(page, 'style guide');
});

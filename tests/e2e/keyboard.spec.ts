import type { Locator, Page } from '@playwright/test';
import { expect, publish, signIn, signUp, test } from './journey.ts';
import { tasks } from './tasks/all.ts';
import { watched } from './tasks/forms.ts';
import { keysOn } from './tasks/keyboard-driver.ts';
import { button, link, main, type Task } from './tasks/task.ts';

/** To glide from page to page takes longer than all the rest. The same pages glide in either mode and in most tasks,
 *  so one mode waits for it, in some of its tasks. */
const glide = (page: Page) => page.emulateMedia({ reducedMotion: 'no-preference' });

test.beforeEach(({ page, site }) => page.context().addCookies([{ name: 'visit', value: '1', url: site }]));

/** Keys walk from stop to stop, which takes longest of all journeys, and without scripts most stops are the same. So
 *  most tasks are played in one of the modes, in turns; those that scripts change, in both. `blocked.spec.ts` takes the
 *  script of every page from each third task, so those have it here. */
const modesOf = ({ differsByScripts }: Task, place: number) =>
  differsByScripts ? [true, false] : [place % 2 === 0 || place % 3 === 0];

for (const [place, task] of tasks.entries()) {
  const { name, sends = [], play } = task;
  test.describe(() => {
    const modes = modesOf(task, place);
    test.skip(({ javaScriptEnabled }) => !modes.includes(javaScriptEnabled), 'played in the other mode');
    test(`without a pointer: ${name}`, async ({ page, javaScriptEnabled, elsewhere }) => {
      test.slow();
      if (javaScriptEnabled && place % 6 === 0) await glide(page);
      const seen = watched(page);
      await play({ page, driver: keysOn(page), javaScriptEnabled, elsewhere });
      await expect.poll(() => [...seen].sort(), 'what its `sends` says').toEqual(sends.toSorted());
    });
  });
}

test('the first stop of a page skips its header, and Escape closes the account’s menu', async ({
  page,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled) await glide(page);
  const keys = keysOn(page);
  await signUp(page);
  await page.goto('/discover');
  await keys.press('Tab');
  await keys.skip();
  await keys.press('Tab');
  await expect(main(page).locator(':focus')).toHaveCount(1);
  await page.goto('/discover');
  const account = page.getByRole('button', { name: /^Account of/ });
  await keys.open(account);
  await keys.to(page.locator('#account-menu a').first());
  await keys.press('Escape');
  await expect(account).toBeFocused();
  await keys.press('Enter');
  await keys.open(page.locator('#account-menu').getByRole('button', { name: /Log out|Sign Out/ }));
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
});

/** Opens a dialog and leaves it; the focus must return to what opened it. */
async function lookInto(page: Page, opener: Locator, leave: () => Promise<void>) {
  await keysOn(page).open(opener);
  await expect(page.locator('dialog :focus')).toHaveCount(1);
  await leave();
  await expect(opener).toBeFocused();
}

test('the element that opened a dialog has the focus again when it closes', async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'without scripts there are pages in place of dialogs');
  await glide(page);
  const keys = keysOn(page);
  const turnBack = () => keys.press('Escape');
  await signIn(page, 'admin@example.com');
  await page.goto('/admin/featured');
  await lookInto(page, link(page, /^Delete /), async () => {
    await keys.open(page.getByRole('link', { name: 'Cancel' }));
  });
  await signUp(page);
  await page.goto(await publish(page, 'Focus comes back'));
  await lookInto(page, link(page, 'Delete'), turnBack);
  await page.goto('/creators/marina_costa?tier=free');
  await page.goto((await page.locator('.card__title a').first().getAttribute('href')) ?? '');
  const heart = button(page, /likes: like/);
  await keys.open(heart);
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(heart).toBeFocused();
  const rate = link(page, 'Rate This Content');
  await lookInto(page, rate, turnBack);
  await keys.press('Enter');
  await keys.tick(page.getByRole('radio', { name: '4 stars' }));
  await keys.open(page.getByRole('button', { name: 'Submit rating' }));
  await expect(page.getByText('Your rating has been saved.')).toBeVisible();
  await expect(rate).toBeFocused();
});

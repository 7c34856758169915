import type { Page } from '@playwright/test';
import { lookErrors } from './checks/visual-checks.ts';
import { expect, newPassword, pictureFile, signIn, test } from './journey.ts';
import { linksIn, read } from './made.ts';
import { called, sent } from './tasks/by-call.ts';

/** As wide as a word can be: of the widest letters, in one of 2³⁰ ways. */
const wide = (letters: number) =>
  Array.from('w'.repeat(letters), (w) => (Math.random() < 0.5 ? w : 'm')).join('');

/** Everything a member names themselves and their item, in one word each, as long as the forms allow. */
async function somebodyWordy({ request }: Page) {
  const username = wide(30);
  const person = {
    username,
    email: `${username}@example.com`,
    firstName: 'W'.repeat(60),
    lastName: wide(60),
  };
  await called({ request }, 'POST', '/api/register', {
    ...person,
    password: newPassword,
    confirmPassword: newPassword,
  });
  const tags = `positionalescapesfrommount,${wide(30)}`;
  const details = {
    title: 'W'.repeat(100),
    description: wide(300),
    tags,
    category: 'technique',
    tier: 'free',
  };
  const answer = await request.post('/api/content', {
    multipart: { ...details, files: await pictureFile('mat.png') },
  });
  expect(answer.status()).toBe(201);
  return { username, item: `/content/${((await answer.json()) as { id: number }).id}` };
}

/** On phones and a desktop, also with letters of twice the size. */
async function fits(page: Page, path: string) {
  await page.goto(path);
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const letters of ['100%', '200%'])
      expect.soft(await lookErrors(page, letters), `${path} at ${width}, letters of ${letters}`).toEqual([]);
  }
}

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'the sheet is the same');

test('words longer than the screen scroll no page sideways', async ({ page, site }) => {
  await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
  const { username, item } = await somebodyWordy(page);
  const own = ['/profile', '/studio/content', '/dashboard', '/account/security', '/content/1/rate'];
  for (const path of [item, `/creators/${username}`, '/discover', ...own]) await fits(page, path);
});

test('long words on a featured card do not either', async ({ page, site }) => {
  await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
  await signIn(page, 'admin@example.com');
  const creator = wide(60);
  const card = { title: 'W'.repeat(100), creator, tier: 'VIP', tierColor: 'bg-bjj-gold', isActive: 'on' };
  await sent(page, '/admin/featured/new', { ...card, likes: '0', displayOrder: '0' });
  try {
    for (const path of ['/admin/featured', '/']) {
      await fits(page, path);
      await expect(page.getByText(creator)).toBeAttached();
    }
  } finally {
    const [, after = ''] = (await read(page, '/admin/featured')).split(creator);
    const door = linksIn(after).find((path) => path.endsWith('/delete')) ?? '';
    await sent(page, door);
  }
});

test('the search for athletes is wide enough for its placeholder', async ({ page }) => {
  await page.goto('/creators');
  const field = page.getByRole('main').getByRole('searchbox');
  for (const width of [320, 375, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await field.evaluate((each: HTMLInputElement) => {
      const style = getComputedStyle(each);
      const words = document.createElement('span');
      words.textContent = each.placeholder;
      words.style.cssText = `position: absolute; white-space: nowrap; font: ${style.font}`;
      document.body.append(words);
      // The browser keeps a place for the cross that empties it.
      const room = each.clientWidth - Number.parseFloat(style.paddingLeft) * 2 - 17;
      return Math.max(0, words.offsetWidth - room);
    });
    expect.soft(cut, `at ${width}`).toBe(0);
  }
});

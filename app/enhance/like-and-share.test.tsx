import { expect, test } from 'vitest';
import { documentOf, enhancedSite, sendJson } from '../../tests/support/browser/enhanced.tsx';
import { LikeButton } from '../features/library/items/like-button.tsx';
import { Share } from '../features/library/items/share.tsx';

const site = enhancedSite();
const signInFirst = { kind: 'error', title: 'Sign in required', text: 'Please sign in to like content' };
const liked = { kind: 'success', title: 'Liked!', text: 'Added to your favorites' };

const twoHearts =
  (likes: number, isLiked = false) =>
  () =>
    documentOf(
      <>
        <LikeButton id={7} title="Armbar" liked={isLiked} likes={likes} back="/discover#card-7" />
        <LikeButton id={7} title="Armbar" liked={isLiked} likes={likes} back="/#featured-1" />
        <LikeButton id={8} title="Triangle" liked={false} likes={3} back="/discover#card-8" />
      </>,
    );

test('[E2.76] [E4.8] [C7.37] a like shows at once, waits for its answer, and ends as the server says', async () => {
  site.page('/likes', twoHearts(9_999));
  let answer = () => {};
  const sent: string[] = [];
  site.answer('POST /content/7/like', (request, response) => {
    sent.push(`${request.headers.accept} ${request.body}`);
    answer = () => sendJson(response, 200, { ok: true, toast: liked, data: { liked: true, likes: 10_050 } });
  });
  const { page, errors } = await site.open('/likes');
  const hearts = page.getByRole('button', { name: 'likes: like Armbar' });
  await hearts.first().focus();
  await page.keyboard.press('Enter');
  for (const heart of await hearts.all()) {
    expect(await heart.getAttribute('aria-pressed')).toBe('true');
    expect(await heart.isDisabled()).toBe(true);
    expect(await heart.textContent()).toContain('10K');
  }
  await expect.poll(() => sent).toEqual(['application/json liked=1&back=%2Fdiscover%23card-7']);
  answer();
  await page.getByText('Added to your favorites').waitFor();
  expect(await page.getByRole('status').textContent()).toBe('Liked! Added to your favoritesDismiss');
  expect(await hearts.first().isEnabled()).toBe(true);
  expect(await hearts.first().textContent()).toContain('10.1K');
  expect(await hearts.first().evaluate((heart) => heart === document.activeElement)).toBe(true);
  expect(await page.locator('form[action="/content/7/like"] [name=liked]').first().inputValue()).toBe('0');
  expect(await page.locator('form[action="/content/8/like"] button').getAttribute('aria-pressed')).toBe(
    'false',
  );
  expect(page.url()).toMatch(/\/likes$/);
  expect(errors).toEqual([]);
});

test.each([
  ['a refusal', 500],
  ['a dead line', 0],
])('[E2.78] [E9.21] %s undoes the like', async (_, status) => {
  site.page('/likes', twoHearts(4, true));
  site.answer('POST /content/7/like', (_, response) =>
    status ? sendJson(response, status, { message: 'Broken' }) : response.destroy(),
  );
  const { page, errors } = await site.open('/likes');
  const writes: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && writes.push(request.url()));
  const heart = page.getByRole('button', { name: 'like Armbar' }).first();
  await heart.click();
  await page.getByRole('alert').getByText('Failed to like content').waitFor();
  expect(await heart.getAttribute('aria-pressed')).toBe('true');
  expect(await heart.textContent()).toContain('4');
  expect(await heart.isEnabled()).toBe(true);
  expect(await page.locator('form[action="/content/7/like"] [name=liked]').first().inputValue()).toBe('0');
  expect(writes).toHaveLength(1);
  expect(errors).toEqual([]);
});

test('[E2.26] [E2.27] [E9.14] a visitor who likes reads why not, then goes to sign-in; Escape stops that', async () => {
  site.page('/likes', twoHearts(4));
  site.page('/auth', () => documentOf(<h1>Sign in</h1>));
  site.answer('POST /content/7/like', (_, response) =>
    sendJson(response, 401, { message: 'no', toast: signInFirst }),
  );
  const { page } = await site.open('/likes', { prepare: (page) => page.clock.install() });
  const heart = page.getByRole('button', { name: 'like Armbar' }).first();
  await heart.click();
  await page.getByRole('alert').getByText('Please sign in to like content').waitFor();
  expect(await heart.getAttribute('aria-pressed')).toBe('false');
  await page.keyboard.press('Escape');
  await page.clock.runFor(2000);
  expect(page.url()).toMatch(/\/likes$/);
  const pressed = Date.now();
  await heart.click();
  await page.waitForURL('**/auth?tab=sign-in&next=%2Fdiscover%23card-7');
  expect(Date.now() - pressed).toBeGreaterThanOrEqual(1000);
});

test('[C8.2] [C8.3] a like after the session has ended says so, and goes to sign-in after 500 ms', async () => {
  site.page('/likes', twoHearts(4));
  site.page('/auth', () => documentOf(<h1>Sign in</h1>));
  const loggedOut = { kind: 'error', title: 'Unauthorized', text: 'You are logged out. Logging in again...' };
  site.answer('POST /content/7/like', (_, response) =>
    sendJson(response, 401, { message: 'no', toast: loggedOut }),
  );
  const { page } = await site.open('/likes', { prepare: (page) => page.clock.install({ time: 0 }) });
  await page.clock.pauseAt(60_000);
  const answered = page.waitForEvent('requestfinished', (request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'like Armbar' }).first().click();
  await answered;
  await expect
    .poll(() => page.getByRole('button', { name: 'like Armbar' }).first().getAttribute('aria-disabled'))
    .toBe(null);
  await page.clock.runFor(499);
  await page.getByRole('alert').getByText('Unauthorized: You are logged out. Logging in again...').waitFor();
  expect(page.url()).toMatch(/\/likes$/);
  await page.clock.runFor(1);
  await page.waitForURL('**/auth?tab=sign-in&next=%2Fdiscover%23card-7');
});

test('[C7.41] [C8.21] a like that fails is reported, and not sent again automatically', async () => {
  site.page('/likes', twoHearts(4));
  let asked = 0;
  site.answer('POST /content/7/like', (_, response) => {
    asked += 1;
    response.writeHead(503).end();
  });
  const { page } = await site.open('/likes', { prepare: (page) => page.clock.install() });
  await page.getByRole('button', { name: 'like Armbar' }).first().click();
  const alert = page.getByRole('alert');
  await alert.getByText('Failed to like content').waitFor();
  expect(await alert.textContent()).toMatch(/^Error: Failed to like content/);
  await page.clock.runFor(120_000);
  expect(asked).toBe(1);
});

const shareable = () => documentOf(<Share url="https://summa.example/content/7" title="Armbar" />);
const sheet = (outcome: string) => `
  window.shared = [];
  Object.defineProperty(navigator, 'share', { value: async (what) => { window.shared.push(what); ${outcome} } });`;

test('[E2.73] [E2.75] [C8.22] sharing opens the device’s share sheet, and closing it shows no message', async () => {
  site.page('/share', shareable);
  const { page, errors } = await site.open('/share', {
    prepare: (page) => page.addInitScript(sheet(`throw new DOMException('closed', 'AbortError')`)),
  });
  await page.getByText('Share Armbar').click();
  expect(await page.evaluate('window.shared')).toEqual([
    { url: 'https://summa.example/content/7', title: 'Armbar' },
  ]);
  expect(await page.getByRole('status').textContent()).toBe('');
  expect(await page.locator('details').getAttribute('open')).toBeNull();
  expect(errors).toEqual([]);
});

test('a share sheet that fails opens the plain panel', async () => {
  site.page('/share', shareable);
  const { page } = await site.open('/share', {
    prepare: (page) => page.addInitScript(sheet(`throw new DOMException('no', 'NotAllowedError')`)),
  });
  await page.getByText('Share Armbar').click();
  await page.getByRole('textbox', { name: 'Link' }).waitFor();
});

test('[E2.74] without a share sheet the link is copied, and a toast says so', async () => {
  site.page('/share', shareable);
  const { page } = await site.open('/share', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByText('Share Armbar').click();
  await page.getByText('Share link copied to clipboard').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://summa.example/content/7');
});

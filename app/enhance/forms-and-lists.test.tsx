import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { documentOf, enhancedSite } from '../../tests/support/browser/enhanced.tsx';
import { Splash } from '../features/site/frame/splash.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field, PasswordField } from '../ui/field.tsx';
import { Pager } from '../ui/pager.tsx';

const site = enhancedSite();

const signIn = () =>
  documentOf(
    <form method="post" action="/signed-in">
      <PasswordField name="password" label="Password" />
      <PasswordField name="confirmPassword" label="Confirm password" />
      <Button name="way" value="password" pending="Signing In...">
        Sign In
      </Button>
    </form>,
  );

/** No content: the browser stays on the page, as if the answer never came. */
const stay = (_: unknown, response: ServerResponse) => response.writeHead(204).end();

test('[E2.43] each eye button shows its own password, until the form is sent', async () => {
  site.page('/sign-in', signIn);
  site.answer('POST /signed-in', stay);
  const { page, errors } = await site.open('/sign-in');
  const [password, repeated] = [page.locator('#field-password'), page.locator('#field-confirmPassword')];
  const eye = page.getByRole('button', { name: 'Show password', exact: true });
  await password.fill('open guard');
  await eye.click();
  expect(await eye.getAttribute('aria-pressed')).toBe('true');
  expect([await password.getAttribute('type'), await repeated.getAttribute('type')]).toEqual([
    'text',
    'password',
  ]);
  await eye.click();
  expect(await password.getAttribute('type')).toBe('password');
  await eye.click();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect.poll(() => password.getAttribute('type')).toBe('password');
  expect(errors).toEqual([]);
});

test('[E2.46] [E4.4] [E5.32] [C2.42] a form being sent says so, cannot be sent twice, and its button works again after going back', async () => {
  const sent: string[] = [];
  site.page('/sign-in', signIn);
  site.answer('POST /signed-in', (request, response) => {
    sent.push(request.body);
    stay(request, response);
  });
  const { page } = await site.open('/sign-in');
  await page.getByRole('button', { name: 'Sign In' }).click();
  const button = page.getByRole('button', { name: 'Signing In...' });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  await expect.poll(() => sent).toEqual(['password=&confirmPassword=&way=password']);
  // As when the browser restores the page from its back-forward cache.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect(await page.getByRole('button', { name: 'Sign In', exact: true }).isEnabled()).toBe(true);
});

test('the summary of errors has the focus when a form comes back with errors', async () => {
  site.page('/again', () => documentOf(<ErrorSummary errors={{ email: ['Email is required'] }} />));
  const { page } = await site.open('/again');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
});

const list = (titles: string[], older: string | null) => () =>
  documentOf(
    <>
      <ul data-grid="">
        <li>Creators</li>
      </ul>
      <ul data-grid="" className="grid">
        {titles.map((title) => (
          <li key={title}>
            <a href={`/content/${title}`}>{title}</a>
          </li>
        ))}
      </ul>
      <Pager newer={null} older={older} />
    </>,
  );

test('a list grows in place, and the focus moves to the first new card', async () => {
  site.page('/list', list(['a', 'b'], '/list-2?after=b'));
  site.page('/list-2', list(['c', 'd'], '/list-3?after=d'));
  site.page('/list-3', list(['e'], null));
  const { page, errors } = await site.open('/list');
  const more = page.getByRole('link', { name: 'Load more' });
  await more.click();
  await page.getByRole('status').getByText('2 more').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('c');
  expect(page.url()).toMatch(/\/list$/);
  await more.click();
  await page.getByRole('status').getByText('1 more').waitFor();
  expect(await page.locator('.grid li').allTextContents()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(await more.count()).toBe(0);
  expect(errors).toEqual([]);
});

test('a list that grows says that it is busy, and does not take a focus that has moved on', async () => {
  let answer = () => {};
  site.page('/list', () => list(['a'], '/slow')().replace('<main', '<input type="search"/><main'));
  site.answer('GET /slow', (_, response) => {
    answer = () => response.setHeader('content-type', 'text/html').end(list(['b'], null)());
  });
  const { page, errors } = await site.open('/list');
  const asked = page.waitForRequest('**/slow');
  await page.getByRole('link', { name: 'Load more' }).click();
  await asked;
  await page.getByRole('link', { name: 'Loading...' }).waitFor();
  await page.getByRole('searchbox').focus();
  answer();
  await page.getByRole('status').getByText('1 more').waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  expect(errors).toEqual([]);
});

test('going back restores a list to its length, as far as it can be fetched', async () => {
  site.page('/list', list(['a'], '/list-2'));
  site.page('/list-2', list(['b'], '/list-3'));
  site.page('/list-3', list(['c'], null));
  site.page('/content/c', () => documentOf(<h1>Card</h1>));
  const { page, errors } = await site.open('/list');
  await page.getByRole('link', { name: 'Load more' }).click();
  await page.getByRole('status').getByText('1 more').waitFor();
  await page.getByRole('link', { name: 'Load more' }).click();
  await page.getByRole('link', { name: 'c', exact: true }).click();
  await page.getByRole('heading', { name: 'Card' }).waitFor();
  const items = page.locator('.grid li');
  await page.goBack();
  await expect.poll(() => items.allTextContents()).toEqual(['a', 'b', 'c']);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  expect(await page.getByRole('status').last().textContent()).toBe('');
  site.answer('GET /list-3', (_, response) => response.destroy());
  await page.reload();
  await expect.poll(() => items.allTextContents()).toEqual(['a', 'b']);
  await page.getByRole('link', { name: 'Load more' }).waitFor();
  expect(page.url()).toMatch(/\/list$/);
  expect(errors).toEqual([]);
});

test('when more cannot be fetched, the browser follows the link', async () => {
  site.page('/list', list(['a'], '/away'));
  site.answer('GET /away', (_, response) =>
    response.writeHead(500, { 'content-type': 'text/html' }).end('Broken'),
  );
  const { page } = await site.open('/list');
  await page.getByRole('link', { name: 'Load more' }).click();
  await page.waitForURL('**/away');
});

test('[E2.3] [E9.17] the splash of a first visit shows for its minimum time, and goes when the visitor acts', async () => {
  site.page('/splash', () => documentOf(<h1>Here</h1>, null, <Splash />));
  const { page } = await site.open('/splash', { prepare: (page) => page.clock.install() });
  const splash = page.locator('.splash');
  expect(await splash.getAttribute('data-splash')).toBe('full');
  expect(await splash.getAttribute('data-leaving')).toBeNull();
  await page.clock.runFor(2_500);
  expect(await splash.getAttribute('data-leaving')).toBe('');
  await page.keyboard.press('Tab');
  expect(await splash.count()).toBe(0);
});

test('[E2.6] the stored age confirmation is removed at every start, and other values stay', async () => {
  site.page('/age', () => documentOf(<h1>Here</h1>));
  const { page } = await site.open('/age', {
    prepare: (page) =>
      page.addInitScript(() => {
        localStorage.setItem('ageVerified', 'true');
        localStorage.setItem('other', 'kept');
      }),
  });
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ other: 'kept' });
});

test('with Save-Data, pages load without enhancements', async () => {
  site.page('/sign-in', signIn);
  const { page } = await site.open('/sign-in', {
    prepare: (page) =>
      page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
  });
  expect(await page.locator('[data-password]').first().isVisible()).toBe(false);
});

test.each([
  [
    'an empty page',
    () => '<!DOCTYPE html><title>Page</title><script type="module" src="/entry.js"></script>',
  ],
  [
    'parts that lack their parts',
    () =>
      documentOf(
        <>
          <form data-toggle="liked" method="post" action="/nowhere">
            <button type="submit">Like</button>
          </form>
          <button type="button" data-password="none">
            Eye
          </button>
          <Field name="alone" label="Alone" />
          <nav data-pager="">
            <a rel="next" href="/bare">
              Older
            </a>
          </nav>
        </>,
      ),
  ],
])('%s throws nothing', async (_, html) => {
  site.page('/bare', html);
  const { page, errors } = await site.open('/bare');
  for (const name of ['Like', 'Eye']) {
    const button = page.getByRole('button', { name });
    if (await button.count()) await button.click();
  }
  expect(errors).toEqual([]);
});

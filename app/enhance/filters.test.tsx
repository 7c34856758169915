import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { documentOf, enhancedSite } from '../../tests/support/browser/enhanced.tsx';
import { DiscoverFilters } from '../features/library/catalog/discover-filters.tsx';
import { filtersOf } from '../features/library/catalog/filters.schema.ts';
import { Found, FoundNumber } from '../features/library/catalog/found.tsx';
import { ItemFilters } from '../features/library/creators/item-filters.tsx';

const site = enhancedSite();

const discover = (url = '') => {
  const query = new URLSearchParams(url.split('?')[1]);
  const filters = filtersOf(query);
  return documentOf(
    <>
      <DiscoverFilters filters={filters} categories={['training', 'recovery']} />
      <Found filters={filters} total={{ count: filters.tier ? 2 : 9, isMore: false }} unknown={[]} />
      <div data-part="">Listed: {`${query}` || 'everything'}</div>
    </>,
  );
};

const answers = () =>
  site.answer('GET /discover', ({ url }, response) =>
    response.setHeader('content-type', 'text/html').end(discover(url)),
  );

test('a changed choice applies at once: the focus and what was typed stay, and Back returns', async () => {
  answers();
  const { page, errors } = await site.open('/discover', { viewport: { width: 1280, height: 800 } });
  // Without the site's styles the filters would stay closed.
  const unfold = () => page.locator('#filters').evaluate((sheet) => sheet.removeAttribute('popover'));
  await unfold();
  await page.evaluate('window.isSamePage = true; 0');
  const tier = page.getByLabel('Subscription Tier');
  await tier.focus();
  await tier.selectOption('vip');
  await page.getByText('Listed: tier=vip', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('?tier=vip');
  expect(await page.evaluate('window.isSamePage && document.activeElement.name')).toBe('tier');
  expect(await page.locator('.found').textContent()).toBe('2 techniques');
  expect(await page.getByRole('link', { name: 'Remove Subscription Tier: VIP' }).count()).toBe(1);
  await page.goBack();
  await page.getByText('Listed: everything', { exact: true }).waitFor();
  expect(await tier.inputValue()).toBe('all');
  await unfold();
  await page.getByRole('searchbox').fill('half guard');
  await page.getByLabel('Category').selectOption('recovery');
  await page.getByText(/Listed: search=half\+guard.*category=recovery/).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('half guard');
  expect(errors).toEqual([]);
});

test('a choice made before the script has arrived applies too, and an unchanged form asks for nothing', async () => {
  let asked = 0;
  site.answer('GET /discover', ({ url }, response) => {
    asked += 1;
    response.setHeader('content-type', 'text/html').end(discover(url));
  });
  const viewport = { width: 1280, height: 800 };
  for (const address of ['/discover', '/discover?tier=vip']) {
    const { page } = await site.open(address, { viewport });
    await page.locator('[data-apply]').waitFor({ state: 'hidden' });
  }
  const chooseEarly = (page: Page) =>
    page.addInitScript(() =>
      document.addEventListener('readystatechange', () => {
        const tier = document.querySelector<HTMLSelectElement>('[name=tier]');
        if (tier && document.readyState === 'interactive') tier.value = 'vip';
      }),
    );
  const early = await site.open('/discover', { viewport, prepare: chooseEarly });
  await early.page.getByText('Listed: tier=vip', { exact: true }).waitFor();
  expect(new URL(early.page.url()).search).toBe('?tier=vip');
  expect(early.errors).toEqual([]);
  expect(asked, 'three pages, and one list anew').toBe(4);
});

test('the sheet of a phone waits for Apply', async () => {
  answers();
  const { page } = await site.open('/discover', { viewport: { width: 375, height: 800 } });
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Subscription Tier').selectOption('vip');
  await page.getByLabel('Category').selectOption('recovery');
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText(/Listed: .*tier=vip.*category=recovery/).waitFor();
});

test('a choice that waits for Apply applies, once, when the window grows and its button goes', async () => {
  answers();
  const { page } = await site.open('/discover', { viewport: { width: 375, height: 800 } });
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Subscription Tier').selectOption('vip');
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByText('Listed: tier=vip', { exact: true }).waitFor();
  await page.setViewportSize({ width: 375, height: 800 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByLabel('Category').selectOption('recovery');
  await page.getByText(/Listed: .*category=recovery/).waitFor();
  expect(await entries()).toBe(before + 2);
});

const creator = (url = '') => {
  const filters = filtersOf(new URLSearchParams(url.split('?')[1]));
  return documentOf(
    <>
      <ItemFilters action="/creators/nova" filters={filters} />
      <FoundNumber total={{ count: filters.tier ? 1 : 3, isMore: false }} />
      <div data-part="">Listed: {url.split('?')[1] ?? 'everything'}</div>
    </>,
  );
};

test('on a creator’s page a choice applies at once, and its button is only for phones, without a shift', async () => {
  site.answer('GET /creators/nova', ({ url }, response) =>
    response.setHeader('content-type', 'text/html').end(creator(url)),
  );
  const { page, errors } = await site.open('/creators/nova', { viewport: { width: 1280, height: 800 } });
  await page.evaluate('window.isSamePage = true; 0');
  const apply = page.locator('[data-apply]');
  await apply.waitFor({ state: 'hidden' });
  expect((await apply.boundingBox())?.width).toBeGreaterThan(0);
  await page.getByLabel('Tier').selectOption('vip');
  await page.getByText('Listed: tier=vip', { exact: true }).waitFor();
  expect(await page.locator('.found').textContent()).toBe('1 technique');
  await page.getByLabel('Sort by').selectOption('popular');
  await page.getByText('Listed: tier=vip&sort=popular', { exact: true }).waitFor();
  await page.getByLabel('Sort by').selectOption('Newest');
  await page.getByText('Listed: tier=vip', { exact: true }).waitFor();
  expect(await page.evaluate('window.isSamePage')).toBe(true);
  await page.setViewportSize({ width: 375, height: 800 });
  await apply.waitFor();
  await page.getByLabel('Tier').selectOption('free');
  expect(new URL(page.url()).search).toBe('?tier=vip');
  await apply.click();
  await page.getByText('Listed: tier=free', { exact: false }).waitFor();
  expect(errors).toEqual([]);
});

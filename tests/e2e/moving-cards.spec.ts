import type { Page } from '@playwright/test';
import { expect, expectSeen, moving, test } from './journey.ts';

const moves = /\/media\/[0-9a-f]{32}\/(loop|320)\.avif/;

/** A card of an item that anybody may open, with the address of what moves on it. */
async function cardWith(page: Page, kind: 'loop' | 'stills') {
  const has = kind === 'loop' ? 'source[srcset*="loop.avif"]' : 'source[srcset$="320.avif"]';
  const card = page.locator('.card', { has: page.locator(`.moving ${has}`) }).first();
  await card.scrollIntoViewIfNeeded();
  const addresses = await card
    .locator('.moving source')
    .evaluateAll((sources) => sources.map((source) => (source as HTMLSourceElement).srcset));
  return { card, addresses };
}

function loadedOn(page: Page) {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (moves.test(request.url())) loaded.push(new URL(request.url()).pathname);
  });
  return loaded;
}

test.describe('where motion is welcome', () => {
  test.use(moving);

  test('a card moves while it is hovered or focused, and loads nothing for it before', async ({
    page,
    javaScriptEnabled,
  }) => {
    const loaded = loadedOn(page);
    await page.goto('/discover?techniqueType=sweep');
    await page.waitForLoadState('networkidle');
    for (const kind of ['loop', 'stills'] as const) {
      const { card, addresses } = await cardWith(page, kind);
      await page.waitForLoadState('networkidle');
      expect(loaded.filter((path) => addresses.includes(path))).toEqual([]);
      await card.hover();
      await expectSeen(card.locator('.moving img').first());
      if (javaScriptEnabled)
        await expect.poll(() => addresses.filter((path) => !loaded.includes(path))).toEqual([]);
      else expect(loaded.filter((path) => addresses.includes(path))).toEqual([]);
    }
    await page.mouse.move(0, 0);
    const { card } = await cardWith(page, 'loop');
    await expect(card.locator('.moving')).toBeHidden();
    await card.getByRole('link').first().focus();
    await expectSeen(card.locator('.moving img'));
  });
});

test.describe('in the hero of the landing page', () => {
  test.use(moving);

  const partsOf = (page: Page) => {
    const hero = page.locator('.hero');
    return { hero, still: hero.locator('.picture'), loop: hero.locator('.moving') };
  };
  const loopsAsked = (page: Page) => {
    const asked: string[] = [];
    page.on('request', (each) => /-moving/.test(each.url()) && asked.push(each.url()));
    return asked;
  };
  /** Only the first visit has a splash. */
  const comeAgain = (page: Page, site: string) =>
    page.context().addCookies([{ name: 'visit', value: '1', url: site }]);

  for (const [width, name] of [
    [1280, 'throw'],
    [375, 'lock'],
  ] as const) {
    test(`the loop runs twice when the page is complete, then on hover and focus, ${width} px wide`, async ({
      page,
      site,
      request,
      javaScriptEnabled,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await comeAgain(page, site);
      const asked = loopsAsked(page);
      const complete = Promise.withResolvers<void>();
      await page.route(/(throw|lock)-\d+-/, async (route) => {
        await complete.promise;
        await route.continue();
      });
      await page.goto('/', { waitUntil: 'domcontentloaded' });
      const { hero, still, loop } = partsOf(page);
      await page.waitForTimeout(300);
      await expect(loop).toBeHidden();
      expect(asked).toEqual([]);
      complete.resolve();
      await page.waitForLoadState('load');
      if (javaScriptEnabled) {
        await expectSeen(loop.locator('img'));
        const begun = Date.now();
        expect(await loop.locator('img').boundingBox()).toEqual(await still.boundingBox());
        await expect(loop).toBeHidden();
        expect(Date.now() - begun).toBeLessThan(5_000);
        expect(asked).toEqual([expect.stringContaining(`/${name}-moving`)]);
        const file = await (await request.get(`${asked[0]}`)).body();
        expect(file.length).toBeLessThanOrEqual(20_000);
      }
      await hero.locator('.hero__picture').hover();
      await expectSeen(loop.locator('img'));
      await page.mouse.move(0, 0);
      await expect(loop).toBeHidden();
      await hero.getByRole('link').first().focus();
      await expectSeen(loop.locator('img'));
      expect(asked).toHaveLength(javaScriptEnabled ? 1 : 0);
    });
  }

  test('the loop waits until the splash is gone, and does not start on a slow line', async ({
    page,
    site,
    javaScriptEnabled,
  }) => {
    test.skip(!javaScriptEnabled, 'without scripts nothing starts by itself');
    const asked = loopsAsked(page);
    await page.addInitScript('performance.now = () => 0');
    await page.goto('/');
    const { loop } = partsOf(page);
    await expect(page.locator('[data-splash=full]')).toBeVisible();
    await expect(loop).toBeHidden();
    await page.keyboard.press('Escape');
    await expectSeen(loop.locator('img'));
    await expect.poll(() => asked.length).toBe(1);

    await comeAgain(page, site);
    const slow = () =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: false, effectiveType: '3g' } });
    await page.addInitScript(slow);
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(loop).toBeHidden();
  });

  test('with Save-Data and for members there is no loop', async ({ request, elsewhere }) => {
    const saving = await request.get('/', { headers: { 'Save-Data': 'on' } });
    expect(await saving.text()).not.toContain('moving');
    const member = await elsewhere('free@example.com');
    await member.goto('/');
    await expect(member.locator('.hero .moving')).toHaveCount(0);
  });
});

test('with reduced motion or Save-Data nothing moves', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const loaded = loadedOn(page);
  await page.goto('/discover?techniqueType=sweep');
  const { card, addresses } = await cardWith(page, 'loop');
  await card.hover();
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((path) => addresses.includes(path))).toEqual([]);
  const saving = await request.get('/discover?techniqueType=sweep', { headers: { 'Save-Data': 'on' } });
  expect(await saving.text()).not.toContain('moving');
});

import type { Page } from '@playwright/test';
import { expect, moving, test } from './journey.ts';

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
      await expect(card.locator('.moving').first()).toBeVisible();
      if (javaScriptEnabled)
        await expect.poll(() => addresses.filter((path) => !loaded.includes(path))).toEqual([]);
      else expect(loaded.filter((path) => addresses.includes(path))).toEqual([]);
    }
    await page.mouse.move(0, 0);
    const { card } = await cardWith(page, 'loop');
    await expect(card.locator('.moving')).toBeHidden();
    await card.getByRole('link').first().focus();
    await expect(card.locator('.moving')).toBeVisible();
  });
});

test.describe('in the hero of the landing page', () => {
  test.use(moving);

  test('the drawing moves while it is hovered or focused, in few bytes, and loads nothing before', async ({
    page,
    request,
    javaScriptEnabled,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const loaded: string[] = [];
    page.on('request', (each) => {
      if (/throw-moving/.test(each.url())) loaded.push(each.url());
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    const hero = page.locator('.hero');
    const drawing = hero.locator('.moving');
    await expect(drawing).toBeHidden();
    expect(loaded).toEqual([]);
    const still = await hero.locator('.picture').boundingBox();
    await hero.locator('.hero__picture').hover();
    await expect(drawing).toBeVisible();
    expect(await drawing.boundingBox()).toEqual(still);
    if (!javaScriptEnabled) return expect(loaded).toEqual([]);
    await expect.poll(() => loaded.length).toBe(1);
    expect((await (await request.get(`${loaded[0]}`)).body()).length).toBeLessThanOrEqual(20_000);
    await page.mouse.move(0, 0);
    await expect(drawing).toBeHidden();
    await hero.getByRole('link').first().focus();
    await expect(drawing).toBeVisible();
  });

  test('a small screen with another drawing, and Save-Data, get none', async ({ page, request }) => {
    await page.setViewportSize({ width: 600, height: 800 });
    await page.goto('/');
    await page.locator('.hero__picture').hover();
    const shown = page.locator('.hero .moving img');
    await expect(shown).toBeVisible();
    expect(await shown.evaluate((image: HTMLImageElement) => image.currentSrc)).not.toContain('avif');
    const saving = await request.get('/', { headers: { 'Save-Data': 'on' } });
    expect(await saving.text()).not.toContain('moving');
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

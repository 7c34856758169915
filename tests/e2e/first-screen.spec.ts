import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

/** The position and size of each part of the first screen, and the look of its text. */
const visibleParts = (page: Page) =>
  page.locator(':is(.header, .hero), :is(.header, .hero) :not(svg *)').evaluateAll((parts) =>
    parts.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      const { color, font, borderColor, backgroundColor } = getComputedStyle(part);
      return [part.className, x, y, width, height, color, font, borderColor, backgroundColor].join(' ');
    }),
  );

for (const [width, height] of [
  [375, 667],
  [768, 1024],
  [1280, 800],
]) {
  test(`the first screen of a visit is complete before its style sheet arrives, and does not change, ${width} px wide`, async ({
    page,
  }) => {
    const refused: string[] = [];
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
    await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
    const sheet = Promise.withResolvers<void>();
    await page.route('**/assets/site-*.css', async (route) => {
      await sheet.promise;
      await route.continue();
    });
    const first = await page.goto('/', { waitUntil: 'commit' });
    expect(first?.headers().link, 'the sheet does not compete with the first screen').toBeUndefined();
    await expect(page.getByRole('link', { name: 'Explore Techniques' })).toBeVisible();
    await expect(page.locator('.hero .picture')).toBeAttached();
    await expect(page.locator('main .section')).toHaveCount(0);
    const before = await visibleParts(page);
    expect(before.length).toBeGreaterThan(20);
    sheet.resolve();
    await expect(page.locator('main .section')).not.toHaveCount(0);
    await page.waitForLoadState();
    expect(await visibleParts(page)).toEqual(before);
    expect(refused).toEqual([]);

    const second = await page.goto('/');
    expect(second?.headers().link).toContain('rel=preload; as=style');
    await expect(page.locator('style')).toHaveCount(0);
    await expect(page.locator('head link[rel=stylesheet]')).toHaveCount(1);
  });
}

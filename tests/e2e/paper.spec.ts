import { expect, test } from './journey.ts';
import { addressOf, screens } from './screens.ts';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'the sheets are the same');

test.beforeEach(async ({ page, site }) => {
  await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
});

test('an item prints as one sheet: picture, words, steps, tags, and nothing to press', async ({ page }) => {
  await page.goto('/content/1');
  const margin = '1cm';
  const sheet = await page.pdf({
    format: 'A4',
    margin: { top: margin, right: margin, bottom: margin, left: margin },
  });
  expect(/\/Count (\d+)/.exec(sheet.toString('latin1'))?.[1]).toBe('1');
  await page.emulateMedia({ media: 'print' });
  for (const name of ['Step by step', 'Also known as, and tags']) {
    await expect(page.getByRole('heading', { name })).toBeVisible();
  }
  await expect(page.locator('.item__media img')).toBeVisible();
  for (const gone of ['header', 'footer', 'nav', 'form', 'button', '.item__actions', '.banner']) {
    await expect(page.locator(gone).filter({ visible: true }), gone).toHaveCount(0);
  }
});

test('at 200 % on a window of 1280 px nothing leads out of the page sideways', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 640, height: 450 });
  for (const screen of screens.visitor) {
    const address = await addressOf(page, screen);
    await page.goto(address);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(over, address).toBe(0);
  }
});

test('with forced colours each button and field keeps an edge, and what is chosen is marked', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('/styleguide');
  const bare = await page.locator('main :is(.button, .input, .badge, .card, .panel)').evaluateAll((parts) =>
    parts
      .filter((part) => part.checkVisibility())
      .filter((part) => {
        const { borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(part);
        return borderTopStyle === 'none' || borderTopColor === backgroundColor;
      })
      .map((part) => part.outerHTML.slice(0, 120)),
  );
  expect(bare).toEqual([]);
  const tabs = page.locator('.tabs a');
  const edgeOf = (current: string) =>
    tabs
      .and(page.locator(current))
      .first()
      .evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  expect(await edgeOf('[aria-current]')).not.toBe(await edgeOf(':not([aria-current])'));
});

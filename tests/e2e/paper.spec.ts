import { expect, expectSeen, test } from './journey.ts';

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'the sheets are the same');

test.beforeEach(async ({ page, site }) => {
  await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
});

test('an item prints as one sheet: picture, words, steps, tags, and no buttons', async ({ page }) => {
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
  await expectSeen(page.locator('.item__media img'));
  for (const gone of ['header', 'footer', 'nav', 'form', 'button', '.item__actions', '.banner']) {
    await expect(page.locator(gone).filter({ visible: true }), gone).toHaveCount(0);
  }
});

test('a locked item prints its teaser at its size, without a box around it', async ({ page }) => {
  await page.goto('/discover?tier=vip');
  await page.locator('main article a[href^="/content/"]').first().click();
  await page.emulateMedia({ media: 'print' });
  const [frame, image] = await Promise.all(
    ['.item__media .picture', '.item__media img'].map((part) => page.locator(part).first().boundingBox()),
  );
  expect(frame?.height).toBeLessThanOrEqual((image?.height ?? 0) + 1);
  await expect(page.locator('.item__media .lock')).toBeHidden();
});

test('the sheets of a way, a position and an item fit on one page of A4 and of Letter, with their drawings', async ({
  page,
}) => {
  const [margin, sides] = ['1cm', ['top', 'right', 'bottom', 'left']];
  const way = '/map/way/sheet?from=half+guard&to=back&as=bottom&way=1';
  await page.goto('/map/half-guard');
  const position = await page.locator('main a[href^="/map/p/"]').first().getAttribute('href');
  for (const address of [way, `${position}/sheet`, '/content/1/sheet']) {
    await page.emulateMedia({ media: null, colorScheme: 'dark' });
    await page.goto(address, { waitUntil: 'networkidle' });
    for (const format of ['A4', 'Letter']) {
      const paper = await page.pdf({
        format,
        margin: Object.fromEntries(sides.map((side) => [side, margin])),
      });
      expect(/\/Count (\d+)/.exec(paper.toString('latin1'))?.[1], `${address} on ${format}`).toBe('1');
    }
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const drawings = page.locator('main picture img[src^="/map/drawing/"]');
    for (const drawing of await drawings.all()) {
      // The light picture, whatever the theme of the screen.
      await expect
        .poll(() => drawing.evaluate(({ currentSrc }: HTMLImageElement) => currentSrc))
        .toMatch(/-s\d+-l[^/]*\.svg$/);
      await expectSeen(drawing);
    }
    expect(address.includes('content') || (await drawings.count()) > 1, address).toBe(true);
    await expectSeen(page.getByRole('img', { name: /^QR code/ }));
    for (const gone of ['header.header', 'footer', 'nav', 'form', 'button', '#pack', '.notice'])
      await expect(page.locator(gone).filter({ visible: true }), gone).toHaveCount(0);
  }
});

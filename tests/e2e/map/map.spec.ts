import { expect, test } from '../journey.ts';
import { main } from '../tasks/task.ts';

test('from the bottom of half guard to the back: asked, watched as a movement and as pictures, and followed further', async ({
  page,
}) => {
  await page.goto('/map');
  const form = main(page).locator('form[action="/map/way"]');
  await form.getByLabel('From').fill('meia guarda');
  await form.getByLabel('To', { exact: true }).fill('バックコントロール');
  await form.getByLabel('I am').selectOption('bottom');
  await form.getByRole('button', { name: 'Find the ways' }).click();
  await expect(page).toHaveURL(/\/map\/way\?from=meia/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('From Half guard to Back control');
  const ways = main(page).getByRole('heading', { level: 2, name: /^Way \d: \d+ steps?$/ });
  expect(await ways.count()).toBeGreaterThan(1);
  await expect(main(page).getByText('You end on top.').first()).toBeVisible();
  const [first] = await main(page).locator('ol img').all();
  expect(await first?.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
    /\/map\/drawing\/.*\.svg$/,
  );

  await main(page).locator('ol a[href^="/map/t/"]').first().click();
  await expect(page).toHaveURL(/\/map\/t\/\d+-/);
  const moving = main(page).getByRole('img').first();
  const before = await moving.getAttribute('src');
  await main(page).getByRole('link', { name: 'Watch again' }).click();
  await expect(moving).not.toHaveAttribute('src', before ?? '');
  await main(page).getByRole('link', { name: 'As pictures' }).click();
  await expect(page).toHaveURL(/pictures/);
  expect(
    await main(page)
      .getByRole('img', { name: /picture \d of \d/ })
      .count(),
  ).toBeGreaterThan(1);

  await main(page).getByRole('link', { name: 'I begin on the bottom' }).click();
  await expect(
    main(page)
      .getByText(/You act|Your partner acts|Both act/)
      .first(),
  ).toBeVisible();
  await main(page).locator('.panel a[href^="/map/p/"]').last().click();
  await expect(page).toHaveURL(/\/map\/p\/\d+-/);
  await expect(page.getByRole('heading', { name: /^What leads out/ })).toBeVisible();
});

test('a name that means several things is asked back, one that nothing has is said', async ({ page }) => {
  await page.goto('/map/way?from=guard&to=mount&as=top');
  const choices = main(page).locator('section a[href*="to=mount"]');
  expect(await choices.count()).toBeGreaterThan(1);
  await choices.filter({ hasText: 'Half guard' }).first().click();
  await expect(page).toHaveURL(/to=mount&as=top$/);
  await expect(main(page).getByLabel('I am')).toHaveValue('top');
  await page.goto('/map/way?from=zzzzqqqq&to=mount&as=top');
  await expect(main(page).getByText('No position is called “zzzzqqqq”')).toBeVisible();
});

test('a family narrows by tags, and a tag is taken away again', async ({ page }) => {
  await page.goto('/map/half-guard');
  const rows = main(page).locator('a[href^="/map/p/"]');
  const all = await rows.count();
  await main(page).getByRole('navigation', { name: 'Filters' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\?with=/);
  const kept = await rows.count();
  expect(kept).toBeLessThan(all);
  await main(page)
    .getByRole('link', { name: /^Remove: With/ })
    .click();
  await expect(rows).toHaveCount(all);
});

test('a page of the map is kept for visitors, and not sent twice', { tag: '@scripts' }, async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, 'the answers are the same');
  for (const address of ['/map', '/map/half-guard']) {
    const first = await page.request.get(address, { headers: { Cookie: 'visit=1' } });
    const { etag = '' } = first.headers();
    expect(etag, address).toBeTruthy();
    const again = await page.request.get(address, { headers: { Cookie: 'visit=1', 'If-None-Match': etag } });
    expect(again.status(), address).toBe(304);
  }
});

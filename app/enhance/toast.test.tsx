import { expect, test } from 'vitest';
import { documentOf, enhancedSite, sendJson } from '../../tests/support/browser/enhanced.tsx';
import { LikeButton } from '../features/library/items/like-button.tsx';

const site = enhancedSite();

test('[E4.14] [E4.15] [E9.18] a dismissed toast hides, is removed after 1,000,000 ms, and is replaced by a newer one', async () => {
  const toast = { kind: 'info' as const, title: 'Welcome', link: { href: '/x', label: 'Open' } };
  site.page('/toast', () =>
    documentOf(<LikeButton id={1} title="Sweep" liked={false} likes={0} back="/" />, toast),
  );
  site.answer('POST /content/1/like', (_, response) =>
    sendJson(response, 200, {
      ok: true,
      toast: { kind: 'success', title: 'Liked!' },
      data: { liked: true, likes: 1 },
    }),
  );
  const { page, errors } = await site.open('/toast', { prepare: (page) => page.clock.install() });
  const region = page.locator('[data-toast]');
  await page.getByRole('link', { name: 'Dismiss' }).click();
  expect(page.url()).toMatch(/\/toast$/);
  expect(await region.isVisible()).toBe(false);
  await page.clock.runFor(999_000);
  expect(await region.textContent()).toContain('Welcome');
  await page.clock.runFor(1_001);
  expect(await region.textContent()).toBe('');
  await page.getByRole('button', { name: 'Sweep' }).click();
  await region.getByText('Liked!').waitFor();
  expect(await region.count()).toBe(1);
  const heart = page.getByRole('button', { name: 'Sweep' });
  await heart.focus();
  await page.keyboard.press('Escape');
  expect(await region.isVisible()).toBe(false);
  expect(await heart.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(errors).toEqual([]);
});

test('a success leaves after six seconds, unless it is pointed at, has a link or is an error', async () => {
  site.page('/leaves', () => documentOf(<h1>Here</h1>, { kind: 'success', title: 'Saved' }));
  const { page } = await site.open('/leaves', { prepare: (page) => page.clock.install() });
  const region = page.locator('[data-toast]');
  await region.hover();
  await page.clock.runFor(6_000);
  expect(await region.isVisible()).toBe(true);
  await page.mouse.move(0, 700);
  await region.getByRole('link', { name: 'Dismiss' }).focus();
  await page.clock.runFor(6_000);
  expect(await region.isVisible()).toBe(true);
  await region.getByRole('link', { name: 'Dismiss' }).blur();
  await page.clock.runFor(6_000);
  expect(await region.getAttribute('data-gone')).toBe('');
  for (const [path, more] of [
    ['/error', { kind: 'error' as const }],
    ['/link', { kind: 'success' as const, link: { href: '/x', label: 'Open' } }],
  ] as const) {
    site.page(path, () => documentOf(<h1>Here</h1>, { title: 'Said', ...more }));
    const staying = await site.open(path, { prepare: (page) => page.clock.install() });
    await staying.page.clock.runFor(60_000);
    expect(await staying.page.locator('[data-toast]').getAttribute('data-gone')).toBeNull();
  }
});

test('a message that the page was rendered with is put into the live region again, so that it is announced', async () => {
  const toast = { kind: 'success' as const, title: 'Saved', text: 'Your profile is up to date.' };
  site.page('/saved', () => documentOf(<h1>Here</h1>, toast));
  const { page, errors } = await site.open('/saved', {
    prepare: async (page) => {
      await page.clock.install({ time: 0 });
      await page.clock.pauseAt(1_000);
    },
  });
  const region = page.locator('[data-toast]');
  await region.evaluate((element) => {
    new MutationObserver((changes) => {
      element.dataset.changes = changes
        .flatMap((each) => [...each.addedNodes])
        .map((node) => node.textContent)
        .join();
    }).observe(element, { childList: true });
  });
  await page.clock.runFor(700);
  expect(await region.getAttribute('data-changes')).toBe('Saved: Your profile is up to date.');
  expect(await region.getByRole('link').count()).toBe(1);
  expect(errors).toEqual([]);
});

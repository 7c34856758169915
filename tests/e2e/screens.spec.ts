import type { Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { axeErrors } from './axe.ts';
import { expect, test } from './journey.ts';
import { addressOf, comeAs, type Role, screens } from './screens.ts';

test.describe.configure({ timeout: 240_000 });

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // React's spelling, which browsers read alike.
    'attribute-boolean-style': 'off',
    'doctype-style': 'off',
    'void-style': 'off',
    'no-inline-style': 'off',
    'no-trailing-whitespace': 'off',
  },
});

async function markupErrors(html: string) {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, selector, line, column }) =>
        `${ruleId}: ${message} (${selector} ${line}:${column})`,
    ),
  );
}

/** What only looking at the page in a window tells. */
const lookErrors = (page: Page) =>
  page.evaluate(() => {
    const wrong: string[] = [];
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (over > 0) wrong.push(`${over} px too wide`);
    const headings = [...document.querySelectorAll('h1')].filter((each) => each.checkVisibility());
    if (headings.length !== 1) wrong.push(`${headings.length} h1`);
    for (const image of document.querySelectorAll('img')) {
      if (!image.hasAttribute('width') || !image.hasAttribute('height'))
        wrong.push(`no size: ${image.outerHTML}`);
    }
    return wrong;
  });

for (const role of Object.keys(screens) as Role[]) {
  test(`every screen of a ${role} is valid, within reach and fits`, async ({
    page,
    site,
    javaScriptEnabled,
  }) => {
    test.skip(!javaScriptEnabled, 'the documents are the same');
    await comeAs(page, role, site);
    for (const screen of screens[role]) {
      const address = await addressOf(page, screen);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 1280, height: 900 });
      const answer = await page.goto(address);
      expect.soft(await markupErrors((await answer?.text()) ?? ''), `markup of ${address}`).toEqual([]);
      expect.soft(await axeErrors(page), `axe, light at 1280: ${address}`).toEqual([]);
      expect.soft(await lookErrors(page), `at 1280: ${address}`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 320, height: 700 });
      // Tall enough for the whole page: what the tab bar covers now is reached by scrolling.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width: 320, height: height + 100 });
      expect.soft(await axeErrors(page), `axe, dark at 320: ${address}`).toEqual([]);
      expect.soft(await lookErrors(page), `at 320: ${address}`).toEqual([]);
    }
  });
}

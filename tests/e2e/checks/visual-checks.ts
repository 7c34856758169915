import type { Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { expect } from '../journey.ts';
import { axeErrors } from './axe.ts';

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

/** What is wrong with a document as it is sent. */
export async function markupErrors(html: string) {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, selector, line, column }) =>
        `${ruleId}: ${message} (${selector} ${line}:${column})`,
    ),
  );
}

/** What is only visible in a window, with this font size. */
export const lookErrors = (page: Page, letters = '') =>
  page.evaluate((fontSize) => {
    const wrong: string[] = [];
    document.documentElement.style.fontSize = fontSize;
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = [...document.querySelectorAll('body *')].filter((part) => {
      const right = part.getBoundingClientRect().right;
      return scrollWidth > clientWidth && Math.abs(right - scrollWidth) < 1;
    });
    for (const field of document.querySelectorAll<HTMLInputElement>('input.input')) {
      const { fontSize, paddingLeft, paddingRight } = getComputedStyle(field);
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (field.checkVisibility() && room < 3 * Number.parseFloat(fontSize))
        wrong.push(`${Math.round(room)} px of room in ${field.name}`);
    }
    document.documentElement.style.fontSize = '';
    if (scrollWidth > clientWidth)
      wrong.push(
        `${scrollWidth - clientWidth} px too wide: ${wide.map(({ outerHTML }) => outerHTML.slice(0, 80)).join(' | ')}`,
      );
    // What lies under an open dialog is not announced.
    const page = document.querySelector('dialog:modal') ?? document;
    const headings = [...page.querySelectorAll('h1')].filter((each) => each.checkVisibility());
    if (headings.length !== 1) wrong.push(`${headings.length} h1`);
    for (const image of document.querySelectorAll('img')) {
      if (!image.hasAttribute('width') || !image.hasAttribute('height'))
        wrong.push(`no size: ${image.outerHTML}`);
      // Nothing is drawn so small on purpose, and a sheet that loses a rule makes a line of a picture.
      const { width, height } = image.getBoundingClientRect();
      if (image.checkVisibility() && Math.min(width, height) < 8)
        wrong.push(`${width} × ${height} px of ${image.outerHTML}`);
    }
    return wrong;
  }, letters);

/** Checks a page as it is: on a desktop in light mode, also with large letters; at half its width, which is a zoom of
 *  200 %; and as a phone, also with large letters. */
export async function lookAt(page: Page, name: string) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 900 });
  expect.soft(await axeErrors(page), `axe, light at 1280: ${name}`).toEqual([]);
  expect.soft(await lookErrors(page), `at 1280: ${name}`).toEqual([]);
  expect.soft(await lookErrors(page, '200%'), `at 1280, letters of 200 %: ${name}`).toEqual([]);
  await page.setViewportSize({ width: 640, height: 450 });
  expect.soft(await lookErrors(page), `at 640: ${name}`).toEqual([]);
  await page.setViewportSize({ width: 375, height: 667 });
  expect.soft(await lookErrors(page, '200%'), `at 375, letters of 200 %: ${name}`).toEqual([]);
  await lookAtPhone(page, name, ['dark']);
}

/** At 320 px, which is also a desktop's zoom of 400 %. */
export async function lookAtPhone(
  page: Page,
  name: string,
  colors: ('light' | 'dark')[] = ['light', 'dark'],
) {
  await page.setViewportSize({ width: 320, height: 700 });
  // Tall enough for the whole page: what the tab bar covers now is reached by scrolling.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: 320, height: height + 100 });
  for (const colorScheme of colors) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect.soft(await axeErrors(page), `axe, ${colorScheme} at 320: ${name}`).toEqual([]);
  }
  expect.soft(await lookErrors(page), `at 320: ${name}`).toEqual([]);
}

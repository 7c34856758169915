import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Locator, Page, TestInfo } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './journey.ts';
import { looksOf } from './look/looks.ts';

// docs/decisions/020-style-guide-as-visual-test.md says how to accept a change.
test.use({ bypassCSP: true });
test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'the sheets are the same');

/** Every letter is one box of known size, so that nothing depends on the fonts of a machine. */
const boxes = readFileSync('tests/e2e/look/boxes.woff').toString('base64');
const still = `
  @font-face { font-family: Boxes; src: url(data:font/woff;base64,${boxes}) }
  *, ::before, ::after, ::placeholder, ::file-selector-button { font-family: Boxes !important; text-rendering: geometricPrecision }
  .header { position: static !important }
  :root { scroll-padding: 0 !important }
  video::-webkit-media-controls { display: none !important }
  progress:indeterminate { appearance: none }`;

const variants = [1280, 375].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

async function openGuide(page: Page, site: string, { width, colorScheme }: (typeof variants)[number]) {
  await page.context().addCookies([{ name: 'visit', value: '1', url: site }]);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 900 });
  await page.goto('/styleguide');
  // The choice of speed is added by a script of its own.
  await expect(page.locator('.video select').last()).toBeAttached();
  await page.addStyleTag({ content: still });
  await page.evaluate(() => Promise.all([document.fonts.load('16px Boxes'), document.fonts.ready]));
}

test('every part has the computed styles that were accepted', async ({ page, site }) => {
  const [first, ...others] = variants;
  if (!first) return;
  await openGuide(page, site, first);
  const usual = await page.evaluate(looksOf, '[data-chapter]');
  expect(usual.length).toBeGreaterThan(100);
  expect.soft(`${usual.join('\n')}\n`).toMatchSnapshot('1280-light.txt');
  const said = new Set(usual);
  for (const variant of others) {
    await openGuide(page, site, variant);
    const looks = await page.evaluate(looksOf, '[data-chapter]');
    const different = looks.filter((line) => !said.has(line));
    for (const line of looks) said.add(line);
    expect.soft(`${different.join('\n')}\n`).toMatchSnapshot(`${variant.width}-${variant.colorScheme}.txt`);
  }
});

const cells = 10;
/** How far a box may be off, in px, and a cell, of 256 shades: what browsers of another version draw otherwise. */
const tolerance = { box: 3, shade: 4 };

/** An image as a short text: its size, and the brightness of each of its cells. */
interface Signature {
  width: number;
  height: number;
  shades: string;
}

/** Puts parts on whole pixels: what begins between two is drawn on either of them, from run to run. */
const onWholePixels = (chapter: Locator) =>
  chapter.locator('[data-shown]').evaluateAll((parts) => {
    for (const part of parts as HTMLElement[]) {
      const { left, top } = part.getBoundingClientRect();
      part.style.position = 'relative';
      part.style.left = `${Math.round(left) - left}px`;
      part.style.top = `${Math.round(top + scrollY) - top - scrollY}px`;
    }
  });

/** Images of all parts of a chapter, cut out of one. */
async function partsOf(chapter: Locator) {
  await onWholePixels(chapter);
  const png = await chapter.screenshot();
  const boxes = await chapter.locator('[data-shown]').evaluateAll((parts) =>
    parts.map((part) => {
      const outer = part.closest('[data-chapter]')?.getBoundingClientRect();
      const { left, top, width, height } = part.getBoundingClientRect();
      const box = { left: left - (outer?.left ?? 0), top: top - (outer?.top ?? 0), width, height };
      return { name: part.getAttribute('data-shown') ?? '', box };
    }),
  );
  // Read once, because reading it anew for each part takes longer than to draw it.
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  return Promise.all(
    boxes.map(async ({ name, box }) => {
      const left = Math.round(box.left);
      const top = Math.round(box.top);
      const width = Math.min(Math.round(box.width), info.width - left);
      const height = Math.min(Math.round(box.height), info.height - top);
      const part = sharp(data, { raw: info }).extract({ left, top, width, height });
      const pixels = await part
        .clone()
        .greyscale()
        .resize(cells, cells, { fit: 'fill', kernel: 'cubic' })
        .raw()
        .toBuffer();
      return { name, part, signature: { width, height, shades: pixels.toString('hex') } };
    }),
  );
}

function isAlike(one: Signature, other: Signature | undefined) {
  if (!other) return false;
  const accepted = Buffer.from(other.shades, 'hex');
  const isFar = Buffer.from(one.shades, 'hex').some(
    (shade, index) => Math.abs(shade - (accepted[index] ?? 0)) > tolerance.shade,
  );
  return (
    Math.abs(one.width - other.width) <= tolerance.box &&
    Math.abs(one.height - other.height) <= tolerance.box &&
    !isFar
  );
}

for (const variant of variants) {
  const variantName = `${variant.width}-${variant.colorScheme}`;
  test(`every part looks as it was accepted, as a picture: ${variantName}`, async ({ page, site }, info) => {
    const file = info.snapshotPath(`${variantName}.json`);
    const kept = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
    const accepted = JSON.parse(kept) as Record<string, Signature>;
    const found: Record<string, Signature> = {};
    await openGuide(page, site, variant);
    for (const chapter of await page.locator('[data-chapter]').all()) {
      const id = await chapter.getAttribute('data-chapter');
      for (const { name, part, signature } of await partsOf(chapter)) {
        const words = `${id}: ${name}`;
        found[words] = signature;
        if (isAccepting(info) || isAlike(signature, accepted[words])) continue;
        await info.attach(words, { body: await part.png().toBuffer(), contentType: 'image/png' });
        expect.soft(signature, `${words}: see the picture attached`).toEqual(accepted[words]);
      }
    }
    if (isAccepting(info)) writeFileSync(file, linesOf(found));
    else expect(Object.keys(found)).toEqual(Object.keys(accepted));
  });
}

const linesOf = (found: Record<string, Signature>) => {
  const lines = Object.entries(found).map((entry) => entry.map((part) => JSON.stringify(part)).join(': '));
  return `{\n${lines.join(',\n')}\n}\n`;
};

const isAccepting = ({ config }: TestInfo) => ['all', 'changed'].includes(config.updateSnapshots);

test('the states that the style guide shows fixed are the real ones', async ({ page, site }) => {
  await openGuide(page, site, { width: 1280, colorScheme: 'light' });
  const paint = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { opacity, outline, outlineOffset, borderColor, backgroundColor } = getComputedStyle(element);
        return { opacity, outline, outlineOffset, borderColor, backgroundColor };
      });
  const button = '[data-chapter=buttons] .button[data-kind=primary]';
  await page.locator(button).first().hover();
  expect(await paint(button)).toEqual(await paint('.button.guide__hover'));
  await page.mouse.move(0, 0);
  await page.locator(button).first().focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  expect(await paint(button)).toEqual(await paint('.button.guide__focus'));
  await page.locator('#field-empty').focus();
  expect(await paint('#field-empty')).toEqual(await paint('#field-focused'));
});

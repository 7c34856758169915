import { addressOf, comeAs, type Role, screens } from '../e2e/screens.ts';
import { expect, test } from './engine.ts';

/** What only a browser of another make gets wrong with a page. It is sent into pages. */
function faults(): string[] {
  const wrong: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    const wide = [...document.querySelectorAll('body *')].filter(
      (each) => each.checkVisibility() && Math.abs(each.getBoundingClientRect().right - scrollWidth) < 1,
    );
    wrong.push(
      `${scrollWidth - clientWidth} px too wide: ${wide.map((each) => each.outerHTML.slice(0, 80))}`,
    );
  }
  const mains = [...document.querySelectorAll('main')].filter((each) => each.checkVisibility());
  if (mains.length !== 1) wrong.push(`${mains.length} main landmarks`);
  const pen = document.createElement('canvas').getContext('2d');
  const families = new Map<string, string>();
  for (const each of document.querySelectorAll('body *')) {
    const hasWords = [...each.childNodes].some(({ nodeType, data }: ChildNode & { data?: string }) =>
      Boolean(nodeType === Node.TEXT_NODE && data?.trim()),
    );
    const { fontFamily } = getComputedStyle(each);
    if (hasWords && each.checkVisibility()) families.set(fontFamily, each.outerHTML.slice(0, 80));
  }
  const width = (family: string) => {
    if (!pen) return 0;
    pen.font = `40px ${family}`;
    return pen.measureText('Gill & mimosa $6.99').width;
  };
  for (const [family, where] of families) {
    // A list without a font of this machine ends in whatever follows it.
    const isOpen = width(`${family}, serif`) !== width(`${family}, monospace`);
    if (isOpen || /(^|, *)(ui-)?serif\b/.test(family)) wrong.push(`${family} is a serif face: ${where}`);
  }
  return wrong;
}

for (const role of Object.keys(screens) as Role[]) {
  test(`every screen of a ${role} opens, fits and complains about nothing`, async ({
    page,
    tab,
    site,
    keep,
  }) => {
    // Chromium makes by call what the screens show; the tab only looks at them.
    await comeAs(page, role, site);
    const cookies = () => page.context().cookies();
    for (const screen of screens[role]) {
      const address = await addressOf(page, screen);
      await tab.setCookies(await cookies());
      for (const [width, height] of [
        [1280, 800],
        [375, 760],
      ] as const) {
        await tab.resize(width, height);
        await tab.goto(address);
        expect.soft(await tab.evaluate(faults), `${address} at ${width} px`).toEqual([]);
        await keep(`${address}-${width}`);
      }
      expect.soft(await tab.path(), 'stays there').toBe(address);
    }
  });
}

test('the filters hide when a wide window becomes narrow', async ({ tab }) => {
  const isShown = () => Boolean(document.querySelector('.filters__sheet')?.checkVisibility());
  await tab.goto('/discover');
  expect(await tab.evaluate(isShown)).toBe(true);
  await tab.resize(375, 760);
  expect(await tab.evaluate(isShown)).toBe(false);
});

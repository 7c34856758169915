import type { Page } from '@playwright/test';

/** What forced colours remove from a page by replacing backgrounds and shadows: the edges of buttons and fields,
 *  the focus ring, drawings, and the marks of a choice. */
function lostIn(): string[] {
  const wrong: string[] = [];
  const say = (what: string, element: Element) => wrong.push(`${what}: ${element.outerHTML.slice(0, 140)}`);
  const seen = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((each) =>
      each.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );

  for (const each of seen('.button, .input, button.menu__item, .badge, .card, .panel')) {
    if (!isEdged(each)) say('no edge', each);
  }

  for (const icon of seen('svg.icon, .stars__row, .chart__bars')) {
    const { stroke, fill } = getComputedStyle(icon);
    if (![stroke, fill].some((paint) => paint !== 'none' && contrast(paint, groundOf(icon)) >= 3))
      say(`drawn in ${stroke} and ${fill} on ${groundOf(icon)}`, icon);
  }

  // The focus is already somewhere, so that scripts move the ring and not only the focus.
  for (const each of seen('a[href], button, input, select, textarea, summary')) {
    each.focus({ preventScroll: true });
    const own = each.closest('label') ?? each;
    const rings = [each, own].flatMap((part) =>
      ['', '::after'].map((which) => getComputedStyle(part, which)),
    );
    const isRinged = rings.some(
      ({ outlineStyle, outlineWidth, outlineColor }) =>
        outlineStyle !== 'none' &&
        Number.parseFloat(outlineWidth) >= 2 &&
        contrast(outlineColor, groundOf(each.parentElement ?? each)) >= 3,
    );
    if (document.activeElement === each && !isRinged) say('no ring', each);
  }

  for (const each of seen('a[aria-current]')) differs(each, () => each.removeAttribute('aria-current'));
  for (const each of seen('button[aria-pressed]')) {
    const other = each.getAttribute('aria-pressed') === 'true' ? 'false' : 'true';
    differs(each, () => each.setAttribute('aria-pressed', other));
  }
  for (const each of document.querySelectorAll<HTMLInputElement>('input:is([type=radio], [type=checkbox])')) {
    // Stars are lit up to the chosen one: the first of them always.
    const shown = each.closest('fieldset') ?? each;
    if (!shown.checkVisibility() || getComputedStyle(each).opacity === '1') continue;
    differs(shown, () => {
      each.checked = !each.checked;
    });
  }
  return wrong;

  /** A chosen option must look different from the others. */
  function differs(element: Element, turn: () => void) {
    const before = paintOf(element);
    turn();
    if (paintOf(element) === before) say('chosen or not, it looks the same', element);
  }

  function paintOf(element: Element) {
    const paints = [
      'display',
      'color',
      'backgroundColor',
      'borderColor',
      'borderWidth',
      'outline',
      'textDecorationLine',
      'fill',
      'stroke',
      'content',
    ] as const;
    return [element, ...element.querySelectorAll('*')]
      .flatMap((part) => ['', '::before', '::after'].map((which) => getComputedStyle(part, which)))
      .map((style) => paints.map((name) => style[name]).join())
      .join('\n');
  }

  function isEdged(element: Element) {
    const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(element);
    if (borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1) return false;
    return contrast(borderTopColor, groundOf(element.parentElement ?? element)) >= 3;
  }

  /** The colour that lies behind. */
  function groundOf(element: Element) {
    for (let part: Element | null = element; part; part = part.parentElement) {
      const { backgroundColor } = getComputedStyle(part);
      if (!/, 0\)$/.test(backgroundColor)) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  }

  function contrast(one: string, other: string) {
    const [light = 0, dark = 0] = [one, other].map(luminance).sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }

  function luminance(color: string) {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
}

/** What forced colours remove from an open page. It turns every choice on and off, so the page cannot be used for
 *  other checks afterwards. */
export async function lostWithForcedColors(page: Page) {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light', reducedMotion: 'reduce' });
  // The focus ring is for users of the keyboard.
  await page.keyboard.press('Tab');
  const lost = await page.evaluate(lostIn);
  await page.emulateMedia({ forcedColors: 'none' });
  return lost;
}

import type { Page } from '@playwright/test';

/** The size that a finger needs, in CSS px. Half a px is allowed for rounding. */
const finger = 44;

/** What can be pressed and is smaller than a finger, as `what it is: width × height`. It is measured where a finger
 *  meets it, by asking what lies at each px around its middle: so the padding counts, whatever a part lays over its
 *  card, and the label of a box; and what something else covers does not. The exceptions are those of WCAG 2.5.5: a
 *  link within a sentence, one that leads where a large one on this page leads too, and what the browser draws. */
function smallTargets({ least }: { least: number }): string[] {
  const all = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
  ];
  const seen = all.filter(
    (each) =>
      each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !each.closest('[inert], .visually-hidden'),
  );
  const measured = seen.map((element) => ({ element, ...areaOf(element) }));
  const isLarge = ({ width, height }: { width: number; height: number }) => width >= least && height >= least;
  const large = measured.filter(isLarge).map(({ element }) => actOf(element));
  return measured
    .filter((each) => !isLarge(each) && !isInSentence(each.element) && !large.includes(actOf(each.element)))
    .map(({ element, width, height }) => `${nameOf(element)}: ${width} × ${height}`);

  /** The cross of px around the middle of an element that belong to it or to its label. */
  function areaOf(element: HTMLElement) {
    element.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const owners = [element, ...(element instanceof HTMLInputElement ? (element.labels ?? []) : [])];
    const isOwn = (left: number, top: number) => {
      const hit = document.elementFromPoint(left, top);
      return owners.some((owner) => owner.contains(hit));
    };
    // In strides to where something else begins, and from the last of its own in half px: to ask costs the most.
    const reach = (dx: number, dy: number, most: number) => {
      let far = 0;
      for (const stride of [2, 0.5])
        while (far + stride <= most && isOwn(x + dx * (far + stride), y + dy * (far + stride))) far += stride;
      return far;
    };
    // Anything larger than a finger is enough.
    const across = (dx: number, dy: number) => {
      const before = reach(-dx, -dy, 44);
      return before + reach(dx, dy, 44 - before);
    };
    return { width: across(1, 0), height: across(0, 1) };
  }

  function isInSentence(element: HTMLElement) {
    if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false;
    let block = element.parentElement;
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
    const words = block?.cloneNode(true) as HTMLElement;
    for (const each of words.querySelectorAll('a, button, .visually-hidden')) each.remove();
    return /\p{L}/u.test(words.textContent ?? '');
  }

  /** Where it leads or what it does; nothing else on a page is the same as a field. */
  function actOf(element: HTMLElement) {
    if (element instanceof HTMLAnchorElement) return element.href;
    return element instanceof HTMLButtonElement && element.form
      ? element.form.action + element.value
      : element;
  }

  function nameOf(element: HTMLElement) {
    const words = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    const where = element.closest('[class]:not(a, button)')?.className;
    return `${element.tagName.toLowerCase()}.${element.className} '${words.slice(0, 40)}' in .${where}`;
  }
}

/** Of a page that is open, at the width of a phone. */
export async function smallOf(page: Page) {
  await page.setViewportSize({ width: 375, height: 800 });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  // Tall enough for the whole page: what the tab bar covers now is reached by scrolling.
  await page.setViewportSize({ width: 375, height: height + 100 });
  return page.evaluate(smallTargets, { least: finger - 0.5 });
}

import type { ElementHandle, Page } from '@playwright/test';

interface Stop {
  isThere: boolean;
  /** The page was replaced, and the target with it. */
  isGone: boolean;
  isUnderToast: boolean;
  /** What is wrong with how the focus shows there. */
  wrong: string | null;
  /** Where the focus is, in words that a second visit of the screen uses as well. */
  place: string;
  /** Where it is after `onwards`; the same unless steps were left out. */
  from: string;
}

/** Runs in the page: whether `target` has the focus, and whether a person who looks would find it. If not, and if the
 *  next steps towards the target were walked before (`walked`, a line for each), the focus is put where they end, one
 *  stop before the target at the latest: the last step is always one of the key. */
function stopAt({ target, walked }: { target: Element; walked: string }): Stop {
  const active = document.activeElement;
  const isGone = !target.isConnected;
  const modal = document.querySelector('dialog:modal');
  const all = [
    ...(modal ?? document).querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, video',
    ),
  ];
  // Only scripts and the skip link bring the focus to an area as a whole.
  if (!active || active.matches('body, [tabindex="-1"]')) {
    const place = active?.matches('[tabindex="-1"]') ? 'area' : 'start';
    const from = isGone || place === 'area' ? place : onwards(place);
    return { isThere: false, isGone, isUnderToast: false, wrong: null, place, from };
  }
  // Browsers themselves mark the day and the month within a date's field, and the buttons within a player.
  const isRinged =
    active.matches('[type^="date"], video') ||
    ['', '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(active, part);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
  const { left, top, right, bottom } = active.getBoundingClientRect();
  const isInView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && right > left;
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const liesOn = (bars: string) => Boolean(hit?.closest(bars)) && !active.closest(bars);
  const isCovered = liesOn('.header, .tab-bar, .filters__sheet');
  const wrong = [!isRinged && 'no ring', !isInView && 'out of view', isCovered && 'covered'].filter(Boolean);
  const name = active.outerHTML.slice(0, 160);
  const isThere = active === target;
  const isUnderToast = liesOn('.toast') && !target.closest('.toast');
  const place = placeOf(active);
  return {
    isThere,
    isGone,
    isUnderToast,
    wrong: wrong.length > 0 ? `${wrong.join(', ')}: ${name}` : null,
    place,
    from: isThere || isGone || isUnderToast ? place : onwards(place),
  };

  /** The kind of stop, its number among those of its kind on the screen, and its part of the page. */
  function placeOf(element: Element) {
    const kindOf = (each: Element) =>
      [each.localName, each.className, each.getAttribute('type'), each.getAttribute('name')].join(' ');
    const part = element.closest('.header, dialog, [popover], .toast');
    const kind = kindOf(element);
    const others = [...(part ?? document).querySelectorAll(element.localName)];
    const nth = others.filter((each) => kindOf(each) === kind).indexOf(element);
    return `${part?.className ?? 'page'}: ${kind} ${nth}`;
  }

  /** Goes as far towards the target as every step was walked before; returns where that is. */
  function onwards(start: string) {
    const known = new Set(walked.split('\n'));
    const stops = all.filter(isStop);
    const at = active ? stops.indexOf(active as HTMLElement) : -1;
    // After the last stop of a page comes the page itself, and then its first stop.
    const ahead = [...stops.slice(at + 1), null, ...stops.slice(0, at + 1)];
    let reached: HTMLElement | null = null;
    let before = start;
    let place = start;
    for (const next of at < 0 && start !== 'start' ? [] : ahead) {
      const following = next ? placeOf(next) : 'start';
      if (next === target || !known.has(`${before} → ${following}`)) break;
      before = following;
      if (next) [reached, place] = [next, following];
    }
    reached?.focus();
    return place;
  }

  function isStop(element: HTMLElement) {
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]')) return false;
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
    const group = all.filter(
      (each) => each instanceof HTMLInputElement && each.type === 'radio' && each.name === element.name,
    ) as HTMLInputElement[];
    return element === (group.find((each) => each.checked) ?? group[0]);
  }
}

/** The steps from stop to stop that the key has made, by screen; those within the header, which is the same on all,
 *  for all of them. What a step showed is looked at once: a step that was made before is left out on the way to a
 *  target, which takes most of the time of a walk. */
const steps = new Map<string, Set<string>>();

/** Of things of one kind, one screen: `/content/7/edit` is `/content/…/edit`. */
const screenOf = (page: Page) => new URL(page.url()).pathname.replace(/[^/]*\d[^/]*/g, '…');

const stepsOn = (screen: string) => {
  const known = steps.get(screen) ?? new Set();
  steps.set(screen, known);
  return known;
};

const header = 'header: ';

/** The element that has the focus, or gets it on the way to `target`. */
export function look(page: Page, target: ElementHandle<Element>): Promise<Stop> {
  const walked = [...stepsOn(header), ...stepsOn(screenOf(page))].join('\n');
  return page.evaluate(stopAt, { target, walked });
}

/** Remembers a step of the key. */
export function remember(page: Page, from: string, to: string) {
  const isWithinHeader = [from, to].every((place) => place.startsWith(header));
  stepsOn(isWithinHeader ? header : screenOf(page)).add(`${from} → ${to}`);
}

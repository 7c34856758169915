import type { ElementHandle, Locator, Page } from '@playwright/test';
import { expect } from '../journey.ts';

interface Stop {
  isThere: boolean;
  /** The page was drawn anew meanwhile, and the target with it. */
  isGone: boolean;
  isUnderToast: boolean;
  /** What is wrong with how the focus shows there. */
  wrong: string | null;
}

/** Runs in the page: whether `target` has the focus, and whether whoever looks would find it. */
function stopAt(target: Element): Stop {
  const active = document.activeElement;
  const isGone = !target.isConnected;
  // Only scripts and the skip link bring the focus to an area as a whole.
  if (!active || active.matches('body, [tabindex="-1"]')) {
    return { isThere: false, isGone, isUnderToast: false, wrong: null };
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
  return {
    isThere: active === target,
    isGone,
    isUnderToast: liesOn('.toast') && !target.closest('.toast'),
    wrong: wrong.length > 0 ? `${wrong.join(', ')}: ${name}` : null,
  };
}

type File = { name: string; mimeType: string; buffer: Buffer };

/** What a person does to a page, by whichever means. */
export interface Hands {
  /** Follows a link, presses a button, opens what is folded. */
  open: (target: Locator) => Promise<void>;
  /** Writes into a field (moments as ISO has them), in place of what stood there, and stays in it. */
  write: (target: Locator, text: string) => Promise<void>;
  /** Sends the form whose field was written last, without its button. */
  enter: () => Promise<void>;
  /** Chooses from a closed list. */
  choose: (target: Locator, label: string) => Promise<void>;
  /** Ticks a box, or picks one of several. */
  tick: (target: Locator) => Promise<void>;
  /** Takes the tick out of a box. */
  untick: (target: Locator) => Promise<void>;
  /** Chooses files of the machine. */
  attach: (target: Locator, files: File[]) => Promise<void>;
  /** Presses the button of a film’s player, which is the browser's own: no test can ask for it by name. */
  run: (film: Locator) => Promise<void>;
  /** Moves on along the line below a film that stands still. */
  seek: (film: Locator) => Promise<void>;
}

async function pressAt(film: Locator, x: number, fromBelow: number) {
  await film.scrollIntoViewIfNeeded();
  const { height = 0 } = (await film.boundingBox()) ?? {};
  await film.click({ position: { x, y: height - fromBelow } });
}

const placeIn = (film: Locator) => film.evaluate((each: HTMLVideoElement) => each.currentTime);

/** A person with a pointer. */
export function pointerOn(page: Page): Hands {
  return {
    open: (target) => target.click(),
    write: (target, text) => target.fill(text),
    enter: () => page.keyboard.press('Enter'),
    async choose(target, label) {
      await target.selectOption({ label });
    },
    async tick(target) {
      // What is drawn is the label; the box itself may lie hidden in it.
      await page.locator('label').filter({ has: target }).click();
      await expect(target).toBeChecked();
    },
    async untick(target) {
      await page.locator('label').filter({ has: target }).click();
      await expect(target).not.toBeChecked();
    },
    attach: (target, files) => target.setInputFiles(files),
    run: (film) => pressAt(film, 25, 50),
    async seek(film) {
      const { width = 0 } = (await film.boundingBox()) ?? {};
      await pressAt(film, width / 2, 22);
    },
  };
}

/** A person without a pointer: only keys, and eyes that must find the focus wherever it stops. */
export function keysOn(page: Page) {
  const press = (key: string) => page.keyboard.press(key);

  async function to(target: Locator) {
    await expect(target).toBeVisible();
    // Asked for once: to look it up anew at every stop takes longer than all the rest.
    let handle = await target.elementHandle();
    for (let presses = 0; presses < 150; presses += 1) {
      const { isThere, isGone, isUnderToast, wrong } = await page.evaluate(
        stopAt,
        handle as ElementHandle<Element>,
      );
      expect.soft(wrong, `the focus shows on ${page.url()}`).toBeNull();
      // At the end of a page nothing can move up from under it.
      if (isUnderToast) await press('Escape');
      if (isThere) return;
      if (isGone) handle = await target.elementHandle();
      else await press('Tab');
    }
    throw new Error(`No key leads to ${target} on ${page.url()}`);
  }

  return {
    press,
    to,
    async open(target: Locator) {
      await to(target);
      await press('Enter');
    },
    async write(target: Locator, text: string) {
      await to(target);
      if ((await target.getAttribute('type'))?.startsWith('date')) return typeMoment(target, text);
      await press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    enter: () => press('Enter'),
    /** By the first letters, as the keyboard does. */
    async choose(target: Locator, label: string) {
      await to(target);
      await page.keyboard.type(label);
      await expect(target.locator('option:checked')).toHaveText(label);
    },
    async tick(target: Locator) {
      if ((await target.getAttribute('type')) === 'radio') await turnTo(target);
      else {
        await to(target);
        await press('Space');
      }
      await expect(target).toBeChecked();
    },
    async untick(target: Locator) {
      await to(target);
      await press('Space');
      await expect(target).not.toBeChecked();
    },
    async attach(target: Locator, files: File[]) {
      // Asked for first: a window that opens before the browser knows that somebody waits is never seen.
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser', { timeout: 30_000 }),
        this.open(target),
      ]);
      await chooser.setFiles(files);
    },
    async run(film: Locator) {
      await to(film);
      await press('Enter');
    },
    async seek(film: Locator) {
      await to(film);
      const before = await placeIn(film);
      // Its line is one of several stops within the player.
      for (let stops = 0; stops < 10; stops += 1) {
        await press('Tab');
        await press('ArrowRight');
        if ((await placeIn(film)) > before) return;
      }
      throw new Error(`No key moves ${film} on`);
    },
    /** Jumps over the header by the link that is the first stop of every page. */
    async skip() {
      const link = page.getByRole('link', { name: 'Skip to content' });
      await to(link);
      await press('Enter');
      await expect(page.locator('#main')).toBeFocused();
    },
  };

  /** A date's field has a part for each number, and goes on by itself from a full one; years may be longer. */
  async function typeMoment(field: Locator, text: string) {
    const [year = '', month, day, hour, minute] = text.split(/\D/);
    await page.keyboard.type(`${month}${day}${year}`);
    if (hour) {
      await press('ArrowRight');
      const half = Number(hour) % 12 || 12;
      await page.keyboard.type(`${String(half).padStart(2, '0')}${minute}${Number(hour) < 12 ? 'A' : 'P'}`);
    }
    await expect(field).toHaveValue(text);
  }

  /** A group of radio buttons is one stop, at the chosen one or the first; arrows walk within it. */
  async function turnTo(radio: Locator) {
    const name = await radio.getAttribute('name');
    const group = page.locator(`input[type="radio"][name="${name}"]`);
    const chosen = group.and(page.locator(':checked'));
    await to((await chosen.count()) > 0 ? chosen : group.first());
    await press('Space');
    for (let turns = 0; turns < 10 && !(await radio.isChecked()); turns += 1) await press('ArrowRight');
  }
}

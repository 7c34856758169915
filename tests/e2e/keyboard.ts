import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

interface Stop {
  isThere: boolean;
  /** What is wrong with how the focus shows there. */
  wrong: string | null;
}

/** Runs in the page: whether `target` has the focus, and whether whoever looks would find it. */
function stopAt(target: Element): Stop {
  const active = document.activeElement;
  // Only scripts and the skip link bring the focus to an area as a whole.
  if (!active || active.matches('body, [tabindex="-1"]')) return { isThere: false, wrong: null };
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
  const bars = '.header, .tab-bar';
  const isCovered = Boolean(hit?.closest(bars)) && !active.closest(bars);
  const wrong = [!isRinged && 'no ring', !isInView && 'out of view', isCovered && 'covered'].filter(Boolean);
  const name = active.outerHTML.slice(0, 160);
  return { isThere: active === target, wrong: wrong.length > 0 ? `${wrong.join(', ')}: ${name}` : null };
}

/** A person without a pointer: only keys, and eyes that must find the focus wherever it stops. */
export function handsOn(page: Page) {
  const press = (key: string) => page.keyboard.press(key);

  async function to(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
    await expect(target).toBeVisible();
    for (let presses = 0; presses < 150; presses += 1) {
      const { isThere, wrong } = await target.evaluate(stopAt);
      expect.soft(wrong, `the focus shows on ${page.url()}`).toBeNull();
      if (isThere) return;
      await press(key);
    }
    throw new Error(`No key leads to ${target} on ${page.url()}`);
  }

  return {
    press,
    to,
    async open(target: Locator, key: 'Enter' | 'Space' = 'Enter') {
      await to(target);
      await press(key);
    },
    async write(target: Locator, text: string) {
      await to(target);
      await press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    /** Chooses from a closed list by the first letters, as the keyboard does. */
    async choose(target: Locator, label: string) {
      await to(target);
      await page.keyboard.type(label);
      await expect(target.locator('option:checked')).toHaveText(label);
    },
    /** Jumps over the header by the link that is the first stop of every page. */
    async skip() {
      const link = page.getByRole('link', { name: 'Skip to content' });
      await to(link);
      await press('Enter');
      await expect(page.locator('#main')).toBeFocused();
    },
  };
}

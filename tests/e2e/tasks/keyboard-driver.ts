import type { ElementHandle, Locator, Page } from '@playwright/test';
import { expect } from '../journey.ts';
import { look, remember } from './focus-walk.ts';

type File = { name: string; mimeType: string; buffer: Buffer };

/** What a person does on a page, with keys or a pointer. */
export interface Driver {
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
  /** Presses the button of a video player. It is the browser's own, so tests cannot find it by name. */
  run: (video: Locator) => Promise<void>;
  /** Moves on along the timeline of a paused video. */
  seek: (video: Locator) => Promise<void>;
}

async function pressAt(video: Locator, x: number, fromBelow: number) {
  await video.scrollIntoViewIfNeeded();
  const { height = 0 } = (await video.boundingBox()) ?? {};
  await video.click({ position: { x, y: height - fromBelow } });
}

const placeIn = (video: Locator) => video.evaluate((each: HTMLVideoElement) => each.currentTime);

/** A person with a pointer. */
export function pointerOn(page: Page): Driver {
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
    run: (video) => pressAt(video, 25, 50),
    async seek(video) {
      const { width = 0 } = (await video.boundingBox()) ?? {};
      await pressAt(video, width / 2, 22);
    },
  };
}

/** A person without a pointer, who must see the focus at every stop. */
export function keysOn(page: Page) {
  const press = (key: string) => page.keyboard.press(key);

  async function to(target: Locator) {
    await expect(target).toBeVisible();
    // Looked up once, because looking it up at every stop takes longer than all the rest.
    let handle = await target.elementHandle();
    let from: string | null = null;
    for (let presses = 0; presses < 150; presses += 1) {
      const stop = await look(page, handle as ElementHandle<Element>);
      if (from !== null) remember(page, from, stop.place);
      // Only after a failure, because each `expect` is a line of the report.
      if (stop.wrong) expect.soft(stop.wrong, `the focus shows on ${page.url()}`).toBeNull();
      // At the end of a page nothing can move up from under it.
      if (stop.isUnderToast) await press('Escape');
      if (stop.isThere) return;
      from = stop.isGone ? null : stop.from;
      if (stop.isGone) handle = await target.elementHandle();
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
      // The test waits first: the browser does not report a window that opens before.
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser', { timeout: 30_000 }),
        this.open(target),
      ]);
      await chooser.setFiles(files);
    },
    async run(video: Locator) {
      await to(video);
      await press('Enter');
    },
    async seek(video: Locator) {
      await to(video);
      const before = await placeIn(video);
      // Its line is one of several stops within the player.
      for (let stops = 0; stops < 10; stops += 1) {
        await press('Tab');
        await press('ArrowRight');
        if ((await placeIn(video)) > before) return;
      }
      throw new Error(`No key moves ${video} on`);
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

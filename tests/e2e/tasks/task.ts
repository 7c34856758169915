import type { Download, Locator, Page } from '@playwright/test';
import { elsewhere } from '../card-form.ts';
import type { Driver } from './keyboard-driver.ts';

/** Who does a task: the browser's page, and how it is operated. */
export interface Player {
  page: Page;
  driver: Driver;
  javaScriptEnabled: boolean;
  /** Another browser, signed in as this address when one is given: for the other side of the task. */
  elsewhere: (email?: string) => Promise<Page>;
}

/** Something a visitor wants to do, from the first page to the result. It is done without a pointer
 *  (keyboard.spec) and with each asset lost (blocked.spec), several times on one site: it makes its own members and
 *  items, and depends on no list's order. */
export interface Task {
  name: string;
  /** The forms it sends and the files it fetches by hand, by their addresses in app/routes.ts: keyboard.spec looks
   *  whether it does, conformance/tasks.test.ts whether all tasks together leave one out. */
  sends?: string[];
  /** With scripts there is something else to operate: a dialog in place of a page, a list that grows, a choice that
   *  applies at once, a player with more controls. keyboard.spec does it in both modes. */
  differsByScripts?: boolean;
  play: (player: Player) => Promise<void>;
}

/** Leads to the provider's page. What of the card form arrives decides which button does. */
export async function toPaymentPage({ page, driver, javaScriptEnabled }: Player, plain: string | RegExp) {
  await main(page).locator('[data-card-form]').waitFor({ state: 'attached' });
  if (javaScriptEnabled) await page.waitForLoadState('networkidle');
  const past = button(page, elsewhere);
  await driver.open((await past.isVisible()) ? past : button(page, plain));
}

export const main = (page: Page) => page.locator('main');
export const toast = (page: Page) => page.locator('#toast');
export const button = (page: Page, name: string | RegExp): Locator =>
  main(page).getByRole('button', { name }).first();
export const link = (page: Page, name: string | RegExp): Locator =>
  main(page).getByRole('link', { name }).first();

/** A word that no other run of a task uses. */
export const unique = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 5);

/** The file that a link brings, however long the way to the link is. */
export async function fileOf(page: Page, follow: () => Promise<void>): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download', { timeout: 30_000 }), follow()]);
  return file;
}

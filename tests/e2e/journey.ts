import { test as base, expect, type Page, type Response } from '@playwright/test';
import sharp from 'sharp';
import type { OpenApi } from '../../app/http/openapi.server.ts';
import { differs } from '../support/held-answer.ts';

export { expect };

let people = 0;

/** Tests begin on the site under test; `path` addresses are relative to it. */
export const test = base.extend<{ site: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
  site: async ({}, use) => use(process.env.SITE_URL ?? ''),
  baseURL: async ({ site }, use) => use(site),
  /** What a page's scripts fetch of `/api` is held to the document that the site itself serves. */
  context: async ({ context, site }, use) => {
    const looked: Promise<string | null>[] = [];
    context.on('response', (response) => {
      const { pathname, search, origin } = new URL(response.url());
      if (origin === site && pathname.startsWith('/api/'))
        looked.push(lookedAt(site, pathname + search, response));
    });
    await use(context);
    expect((await Promise.all(looked)).filter(Boolean)).toEqual([]);
  },
});

let document: Promise<OpenApi> | undefined;

async function lookedAt(site: string, path: string, response: Response): Promise<string | null> {
  document ??= fetch(`${site}/api/openapi.json`).then((answer) => answer.json());
  // No server: the test itself pretends this answer.
  if (!(await response.serverAddr().catch(() => null))) return null;
  // A page that was left takes its answers along.
  const text = await response.text().catch(() => null);
  if (text === null) return null;
  const method = response.request().method();
  const given = { status: response.status(), type: response.headers()['content-type'] ?? '', text };
  const trouble = differs(await document, method, path, given);
  return trouble && `${method} ${path} answered ${given.status}, and ${trouble}`;
}

/** Signs in through the form, as a person does. */
export async function signIn(page: Page, email: string, password = 'jiujitsu') {
  await page.goto('/auth?tab=sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page).not.toHaveURL(/\/auth/);
}

/** Registers somebody new and returns who it is; `door` may be an address of the form that leads on. */
export async function signUp(page: Page, door = '/auth?tab=sign-up') {
  people += 1;
  const username = `new_${process.pid}_${Date.now().toString(36)}_${people}`.slice(0, 30);
  const person = { username, email: `${username}@example.com`, password: 'open guard 22' };
  await page.goto(door);
  await page.getByLabel('First name').fill('Nova');
  await page.getByLabel('Last name').fill('Silva');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password);
  await page.locator('main').getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).not.toHaveURL(/\/auth/);
  return person;
}

/** A picture to send, `name` and all. */
export async function pictureFile(name: string) {
  const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#335577' } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** Publishes an item through the form; returns its address. */
export async function publish(page: Page, title: string): Promise<string> {
  await page.goto('/upload');
  await page.getByLabel('Choose Files').setInputFiles(await pictureFile('mat.png'));
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Category').selectOption('technique');
  await page
    .locator('main')
    .getByRole('button', { name: /Share Technique|Upload Content/ })
    .first()
    .click();
  await expect(page.getByText(/Technique Shared!|Upload Successful/).first()).toBeVisible();
  await page.goto('/studio/content');
  const address = await page.getByRole('link', { name: title, exact: true }).getAttribute('href');
  return address ?? '';
}

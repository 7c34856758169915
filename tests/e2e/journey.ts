import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Response,
} from '@playwright/test';
import sharp from 'sharp';
import type { OpenApi } from '../../app/http/api/openapi.server.ts';
import { differenceOf } from '../support/site/held-answer.ts';

export { expect };

let people = 0;

interface Journey {
  site: string;
  /** Opens another person's browser with the same settings. With an address it is signed in. */
  elsewhere: (email?: string) => Promise<Page>;
}

/** Tests begin on the site under test; `path` addresses are relative to it. */
export const test = base.extend<Journey>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
  site: async ({}, use) => use(process.env.SITE_URL ?? ''),
  baseURL: async ({ site }, use) => use(site),
  context: async ({ context, site }, use) => {
    const troubles = checkedAgainstApiDocs(context, site);
    await use(context);
    expect(await troubles()).toEqual([]);
  },
  elsewhere: async ({ browser, site }, use) => {
    const opened: { context: BrowserContext; troubles: () => Promise<string[]> }[] = [];
    await use(async (email) => {
      const context = await browser.newContext();
      opened.push({ context, troubles: checkedAgainstApiDocs(context, site) });
      const page = await context.newPage();
      if (email) await signIn(page, email);
      return page;
    });
    for (const { context, troubles } of opened) {
      expect(await troubles()).toEqual([]);
      await context.close();
    }
  },
});

/** For journeys with all movements on: splash, page transitions, dialogs that fade in. */
export const moving: Parameters<typeof test.use>[0] = {
  contextOptions: { reducedMotion: 'no-preference' },
};

/** For long journeys, which run once in each mode: on a phone with scripts, and on a desktop without. */
export const phoneOrDesktop: Parameters<typeof test.use>[0] = {
  viewport: async ({ javaScriptEnabled }, use) => use({ width: javaScriptEnabled ? 375 : 1280, height: 800 }),
};

/** Checks the answers that a page's scripts get from `/api` against the site's own document. */
function checkedAgainstApiDocs(context: BrowserContext, site: string) {
  const looked: Promise<string | null>[] = [];
  context.on('response', (response) => {
    const { pathname, search, origin } = new URL(response.url());
    if (origin === site && pathname.startsWith('/api/'))
      looked.push(lookedAt(site, pathname + search, response));
  });
  return async () => (await Promise.all(looked)).filter((trouble) => trouble !== null);
}

let document: Promise<OpenApi> | undefined;

async function lookedAt(site: string, path: string, response: Response): Promise<string | null> {
  document ??= fetch(`${site}/api/openapi.json`).then((answer) => answer.json());
  // Without a server: the test itself makes this answer.
  if (!(await response.serverAddr().catch(() => null))) return null;
  // A page that was left has lost its answers.
  const text = await response.text().catch(() => null);
  if (text === null) return null;
  const method = response.request().method();
  const given = { status: response.status(), type: response.headers()['content-type'] ?? '', text };
  const trouble = differenceOf(await document, method, path, given);
  return trouble && `${method} ${path} answered ${given.status}, and ${trouble}`;
}

/** Expects a picture, video or chart that people can see: `toBeVisible` alone accepts one of a single px.
 *  @param leastPx of its width and of its height */
export async function expectSeen(picture: Locator, leastPx = 40) {
  await expect(picture).toBeVisible();
  await expect
    .poll(async () => {
      const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
      return Math.min(width, height);
    }, 'the shorter side of what is shown')
    .toBeGreaterThanOrEqual(leastPx);
}

/** Makes calls without a page: a page with its cookies, or a client without a window. */
export type Caller = Pick<Page, 'request'>;

/** A kept connection may be closed just before a call. */
export const again = { maxRetries: 2 };

/** Signs in by a call, without a page. accounts.spec.ts tests the form. */
export async function signIn({ request }: Caller, email: string, password = 'jiujitsu') {
  const answer = await request.post('/api/login', { data: { email, password }, ...again });
  expect(answer.status(), `${email} signs in`).toBe(200);
}

/** Signs in through the form, as a person does. */
export async function signInByForm(page: Page, email: string, password = 'jiujitsu') {
  await page.goto('/auth?tab=sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page).not.toHaveURL(/\/auth/);
}

/** The password of every new person. */
export const newPassword = 'open guard 22';

function somebodyNew() {
  people += 1;
  const username = `new_${process.pid}_${Date.now().toString(36)}_${people}`.slice(0, 30);
  return { username, email: `${username}@example.com`, password: newPassword };
}

/** Registers a new person by a call. */
export async function signUp({ request }: Caller) {
  const person = somebodyNew();
  const data = { ...person, firstName: 'Nova', lastName: 'Silva', confirmPassword: person.password };
  const answer = await request.post('/api/register', { data, ...again });
  expect(answer.status(), `${person.username} joins`).toBe(201);
  return person;
}

/** Registers a new person through the form. `door` may be an address of the form that leads on. */
export async function signUpByForm(page: Page, door = '/auth?tab=sign-up') {
  const person = somebodyNew();
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

/** The newest mail of this subject to an address. Waits for it and opens it. */
export async function openMail(page: Page, to: string, subject: string) {
  const line = page
    .locator('.lines > div', { hasText: `to ${to}` })
    .filter({ hasText: subject })
    .first();
  await expect(async () => {
    await page.goto('/outbox');
    await expect(line).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 15_000, intervals: [200] });
  await page.goto((await line.getByRole('link').getAttribute('href')) ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject);
}

/** An image of one colour, 600 pixels high. */
export async function pictureFile(name: string, background = '#335577', width = 800) {
  const buffer = await sharp({ create: { width, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** Publishes a free item with one image by a call; returns its address. */
export async function publish({ request }: Caller, title: string): Promise<string> {
  const multipart = { title, category: 'technique', tier: 'free', files: await pictureFile('mat.png') };
  const answer = await request.post('/api/content', { multipart });
  expect(answer.status(), `${title} is published`).toBe(201);
  return `/content/${((await answer.json()) as { id: number }).id}`;
}

/** Publishes an item through the form; returns its address. */
export async function publishByForm(page: Page, title: string): Promise<string> {
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

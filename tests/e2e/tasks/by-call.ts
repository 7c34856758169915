import type { Page } from '@playwright/test';
import { again, expect, pictureFile, publish, signIn, signUp } from '../journey.ts';
import { unique } from './task.ts';

/** What must be there before a task begins is made without a page, which takes a fraction of its time. */

/** Sends a form as its page would; returns where that leads. */
export async function sent(page: Page, path: string, form: Record<string, string> = {}): Promise<string> {
  const answer = await page.request.post(path, { form, maxRedirects: 0, ...again });
  expect(answer.status(), `${path} takes it`).toBe(303);
  return answer.headers().location ?? '';
}

export async function called<Answer>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: object,
): Promise<Answer> {
  const answer = await page.request.fetch(path, { method, data, ...again });
  expect(answer.ok(), `${method} ${path} answers ${answer.status()}`).toBe(true);
  return (answer.status() === 204 ? null : await answer.json()) as Answer;
}

/** Pays at the door of the sandbox, and comes back from it. */
async function paid(page: Page, door: string) {
  await page.request.get(await sent(page, door, { outcome: 'pay' }));
}

/** Somebody new with a plan that sells. */
export async function seller(page: Page) {
  const person = await signUp(page);
  await paid(page, await sent(page, '/subscribe', { plan: 'premium' }));
  return person;
}

/** Puts an item up for sale; returns its number. */
export async function sell(page: Page, title: string): Promise<number> {
  const files = await pictureFile('mat.png');
  const details = { title, category: 'technique', tier: 'premium', isForSale: 'true', price: '4.00' };
  const answer = await page.request.post('/api/content', { multipart: { ...details, files } });
  expect(answer.status(), `${title} is for sale`).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

export const buy = async (page: Page, contentId: number) =>
  paid(page, await sent(page, `/checkout/${contentId}`));

const wish = 'Where does my elbow go when they flatten me out?';

/** Asks a creator for a technique; returns the address of the request. */
export async function ask(asker: Page, creator: string, title: string): Promise<string> {
  const { id } = await called<{ id: number }>(asker, 'POST', '/api/requests', { creator, title, wish });
  return `/requests/${id}`;
}

/** Pays for what was accepted. */
export async function payFor(asker: Page, request: string) {
  const { contentId } = await called<{ contentId: number }>(asker, 'GET', `/api${request}`);
  await buy(asker, contentId);
}

/** A request that was delivered and is in dispute; returns its title. */
export async function dispute(creator: Page, asker: Page): Promise<string> {
  const { username } = await signUp(creator);
  await publish(creator, `Open guard ${username}`);
  const offer = { price: '25.01', days: 9, atOnce: 1, isOpen: true };
  await called(creator, 'PUT', '/api/requests/offer', offer);
  await signIn(asker, 'vip@example.com');
  const title = `Flattened ${unique()}`;
  const request = await ask(asker, username, title);
  const step = (by: Page, act: string, note?: string) =>
    called(by, 'POST', `/api${request}/${act}`, { note });
  await step(creator, 'accept');
  await payFor(asker, request);
  const { contentId } = await called<{ contentId: number }>(creator, 'GET', `/api${request}`);
  const multipart = { files: await pictureFile('elbow.png') };
  await creator.request.post(`/content/${contentId}/edit/media`, { multipart });
  await step(creator, 'deliver');
  await step(asker, 'dispute', 'It shows the other arm.');
  return title;
}

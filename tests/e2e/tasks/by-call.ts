import type { RequestTransition } from '../../../app/features/commerce/custom-requests/steps/may-transition.ts';
import { codeAt } from '../../support/people/factor-codes.ts';
import { again, type Caller, expect, pictureFile, publish, signIn, signUp } from '../journey.ts';
import { unique } from './task.ts';

/** What a task needs is made by calls, which take a fraction of the time of pages. */

/** Sends a form as its page would; returns where that leads. */
export async function sent(page: Caller, path: string, form: Record<string, string> = {}): Promise<string> {
  const answer = await page.request.post(path, { form, maxRedirects: 0, ...again });
  expect(answer.status(), `${path} takes it`).toBe(303);
  return answer.headers().location ?? '';
}

export async function called<Answer>(
  page: Caller,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: object,
): Promise<Answer> {
  const answer = await page.request.fetch(path, { method, data, ...again });
  expect(answer.ok(), `${method} ${path} answers ${answer.status()}`).toBe(true);
  return (answer.status() === 204 ? null : await answer.json()) as Answer;
}

/** Pays on the sandbox's page and returns from it. */
async function paid(page: Caller, door: string) {
  await page.request.get(await sent(page, door, { outcome: 'pay' }));
}

/** A new person with a plan that allows selling. */
export async function seller(page: Caller, plan = 'premium') {
  const person = await signUp(page);
  await paid(page, await sent(page, '/subscribe', { plan }));
  return person;
}

/** Puts an item up for sale; returns its number. */
export async function sell(page: Caller, title: string): Promise<number> {
  const files = await pictureFile('mat.png');
  const details = { title, category: 'technique', tier: 'premium', isForSale: 'true', price: '4.00' };
  const answer = await page.request.post('/api/content', { multipart: { ...details, files } });
  expect(answer.status(), `${title} is for sale`).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

export const buy = async (page: Caller, contentId: number) =>
  paid(page, await sent(page, `/checkout/${contentId}`));

/** Switches on the second factor of the signed-in person. */
export async function addFactor(page: Caller, password: string) {
  const setUp = await sent(page, '/account/security/second-factor/begin');
  const shown = await (await page.request.get(setUp)).text();
  const key = /<code>([^<]+)</.exec(shown)?.[1] ?? '';
  const form = { code: codeAt(key, new Date()), currentPassword: password };
  const answer = await page.request.post(setUp, { form });
  expect(await answer.text()).toContain('Your second factor is on');
}

const details = 'Where does my elbow go when they flatten me out?';

/** Asks a creator for a technique; returns the address of the request. */
export async function ask(asker: Caller, creator: string, title: string): Promise<string> {
  const { id } = await called<{ id: number }>(asker, 'POST', '/api/requests', { creator, title, details });
  return `/requests/${id}`;
}

/** Pays for what was accepted. */
export async function payFor(asker: Caller, request: string) {
  const { contentId } = await called<{ contentId: number }>(asker, 'GET', `/api${request}`);
  await buy(asker, contentId);
}

/** Takes a step with a request. */
export const step = (by: Caller, request: string, transition: RequestTransition, note?: string) =>
  called<{ contentId: number }>(by, 'POST', `/api${request}/${transition}`, { note });

/** A new person who makes techniques on request. */
export async function maker(page: Caller) {
  const person = await signUp(page);
  await publish(page, `Open guard ${person.username}`);
  await called(page, 'PUT', '/api/requests/offer', { price: '25.01', days: 9, atOnce: 1, isOpen: true });
  return person;
}

/** Makes and delivers what was accepted and paid for. */
export async function deliver(creator: Caller, request: string) {
  const { contentId } = await called<{ contentId: number }>(creator, 'GET', `/api${request}`);
  const multipart = { files: await pictureFile('elbow.png') };
  await creator.request.post(`/content/${contentId}/edit/media`, { multipart });
  await step(creator, request, 'deliver');
}

/** A request of the VIP member, delivered by a new creator. */
export async function delivered(creator: Caller, asker: Caller) {
  const { username } = await maker(creator);
  await signIn(asker, 'vip@example.com');
  const title = `Flattened ${unique()}`;
  const request = await ask(asker, username, title);
  await step(creator, request, 'accept');
  await payFor(asker, request);
  await deliver(creator, request);
  return { title, request };
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase } from '../../../tests/support/database/database.ts';
import routes from '../../routes.ts';
import { answerError, RequestTimeout } from './error-answer.server.ts';
import { areaOf, mayReadMetrics, metricsText } from './metrics.server.ts';
import { watchRequests } from './watch.server.ts';

const database = testDatabase();
const watch = watchRequests({
  logsAll: false,
  onLate: (request, response) => answerError(new RequestTimeout(), request, response),
});
const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

/** A request that is answered by its test, or only by the watch. */
let slow: PromiseWithResolvers<ServerResponse>;

/** The handlers after the watch, by path. */
function behind(request: IncomingMessage, response: ServerResponse) {
  if (request.url === '/slow') return slow.resolve(response);
  answerError(request.url?.includes('away') ? away : new Error('secret internals'), request, response);
}
let site = '';
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => watch(request, response, () => behind(request, response)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.closeAllConnections());
beforeEach(() => {
  slow = Promise.withResolvers();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => void vi.useRealTimers());

const page = { headers: { accept: 'text/html' } };
const upload = {
  method: 'POST',
  headers: { 'content-type': 'multipart/form-data; boundary=x', accept: 'text/html' },
  body: 'x',
};

test('a request that hangs is answered 503 after ten seconds, with a page that reloads by itself', async () => {
  const asked = fetch(`${site}/slow`, page);
  const response = await slow.promise;
  vi.advanceTimersByTime(9_999);
  expect(response.headersSent).toBe(false);
  vi.advanceTimersByTime(1);
  const answer = await asked;
  expect(answer.status).toBe(503);
  expect(answer.headers.get('refresh')).toBe('5');
  expect(await answer.text()).toContain('This takes too long');
});

test('an upload may take two minutes', async () => {
  const asked = fetch(`${site}/slow`, upload);
  const response = await slow.promise;
  vi.advanceTimersByTime(119_999);
  response.end('taken');
  expect(await (await asked).text()).toBe('taken');
});

test('an upload that sends nothing more is ended, too', async () => {
  const asked = fetch(`${site}/slow`, upload);
  await slow.promise;
  // Its only bytes may have arrived within the first two minutes.
  vi.advanceTimersByTime(240_000);
  expect((await asked).status).toBe(503);
});

test('without its database the site says so, and does not send a form again by itself', async () => {
  const page = await fetch(`${site}/away`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('retry-after'), page.headers.get('refresh')]).toEqual([
    503,
    '5',
    '5',
  ]);
  expect(await page.text()).not.toContain('ECONNREFUSED');
  const form = await fetch(`${site}/away`, { method: 'POST', headers: { accept: 'text/html' } });
  expect([form.status, form.headers.get('refresh')]).toEqual([503, null]);
  const call = await fetch(`${site}/api/away`);
  expect([call.status, (await call.json()).message]).toEqual([503, expect.stringMatching(/database\.$/)]);
});

test('an error shows a reference and no internals', async () => {
  const answer = await fetch(`${site}/broken`, { headers: { accept: 'text/html' } });
  const text = await answer.text();
  expect(answer.status).toBe(500);
  expect(text).toContain(`Reference: ${answer.headers.get('x-request-id')}`);
  expect(text).not.toContain('internals');
});

test('every address of the site is counted by its first word', () => {
  const words = routes.map(({ path = '' }) => path.split('/')[0] ?? '').filter((word) => /^[^*]/.test(word));
  expect(words.filter((word) => areaOf(`/${word}/1`) !== word)).toEqual([]);
  expect([areaOf('/'), areaOf('/wp-login.php')]).toEqual(['home', 'other']);
});

test('metrics count requests by area and jobs by state, for this machine or the token', async () => {
  const text = await metricsText(database.orm);
  expect(text).toMatch(/summa_http_request_seconds_count\{method="GET",area="other",status="503"\} \d/);
  expect(text).toContain('summa_jobs{state="waiting"} 0');
  const from = (remoteAddress: string, headers = {}) =>
    ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;
  expect(mayReadMetrics(from('127.0.0.1'), undefined)).toBe(true);
  expect(mayReadMetrics(from('127.0.0.1', { 'x-forwarded-for': '1.2.3.4' }), undefined)).toBe(false);
  expect(mayReadMetrics(from('10.0.0.9'), 'right')).toBe(false);
  expect(mayReadMetrics(from('10.0.0.9', { authorization: 'Bearer right' }), 'right')).toBe(true);
  expect(mayReadMetrics(from('10.0.0.9', { authorization: 'Bearer undefined' }), undefined)).toBe(false);
});

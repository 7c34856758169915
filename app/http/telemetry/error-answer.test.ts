import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database/database.ts';
import routes from '../../routes.ts';
import { answerError, RequestTimeout } from './error-answer.server.ts';
import { areaOf, mayReadMetrics, metricsText } from './metrics.server.ts';
import { watchRequests } from './watch.server.ts';

const database = testDatabase();
const watch = watchRequests({
  logsAll: false,
  timeoutMs: 150,
  uploadTimeoutMs: 600,
  onLate: (request, response) => answerError(new RequestTimeout(), request, response),
});
const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

/** The handlers after the watch, by path. */
function behind(request: IncomingMessage, response: ServerResponse) {
  if (request.url === '/never') return;
  if (request.url === '/slow-upload') return void setTimeout(() => response.end('taken'), 400);
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

test('a request that hangs is answered 503 in time, with a page that reloads by itself', async () => {
  const answer = await fetch(`${site}/never`, { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('refresh')).toBe('5');
  expect(await answer.text()).toContain('This takes too long');
});

test('an upload may take its time', async () => {
  const init = { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: 'x' };
  expect(await (await fetch(`${site}/slow-upload`, init)).text()).toBe('taken');
});

test('an upload that sends nothing more is ended, too', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x', accept: 'text/html' };
  const init = { method: 'POST', headers, body: 'x', signal: AbortSignal.timeout(3_000) };
  expect((await fetch(`${site}/never`, init)).status).toBe(503);
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

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ask as askRaw } from '../../../tests/support/site/live.ts';
import { fileCache } from './file-cache.server.ts';

let served: string[] = [];
let fromMemory = 0;
let isAllowed = true;
let cache = fileCache({ isAllowed: () => isAllowed });
const script = 'export const one = 1;\n'.repeat(40);

/** As the handler of files: a known file, or the next handler. */
function serve(request: IncomingMessage, response: ServerResponse, next: () => void) {
  const url = request.url ?? '';
  if (!url.startsWith('/assets/')) return next();
  served.push(url);
  const isTight = request.headers['accept-encoding'] === 'gzip';
  const whole = url.includes('large') ? Buffer.alloc(400_000) : Buffer.from(script);
  const body = isTight ? gzipSync(whole) : whole;
  response.setHeader('ETag', '"tag"').setHeader('Content-Type', 'text/javascript');
  if (isTight) response.setHeader('Content-Encoding', 'gzip');
  if (request.headers.range) return void response.writeHead(206).end(body.subarray(0, 5));
  response.setHeader('Content-Length', body.length);
  response.write(body.subarray(0, 10));
  response.end(body.subarray(10));
}

const server = createServer((request, response) => {
  if (request.method === 'GET' && cache.serveFromCache(request, response)) {
    fromMemory += 1;
    return;
  }
  response.setHeader('X-Frame-Options', 'DENY');
  cache.keep(serve as never)(request, response, () => {
    served.push(`page ${request.url}`);
    response.setHeader('Content-Length', 7).end('private');
  });
});
let site = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  [served, fromMemory, isAllowed] = [[], 0, true];
  cache = fileCache({ isAllowed: () => isAllowed });
});

const get = (path: string, headers: Record<string, string> = {}) => askRaw(site, path, { headers });

test('a file is read once, and then sent from memory with all its headers', async () => {
  const [first, second] = [await get('/assets/a.js'), await get('/assets/a.js')];
  expect([served, fromMemory]).toEqual([['/assets/a.js'], 1]);
  expect([second.text, second.status]).toEqual([script, 200]);
  const without = ({ date: _date, 'x-request-id': _id, ...rest }: Record<string, unknown>) => rest;
  expect(without(second.headers)).toEqual(without(first.headers));
  expect((await get('/assets/a.js', { 'if-none-match': 'W/"tag"' })).status).toBe(304);
  expect((await get('/assets/a.js', { 'if-none-match': '"other"' })).status).toBe(200);
});

test('each encoding has its own answer', async () => {
  await get('/assets/a.js');
  const tight = await get('/assets/a.js', { 'accept-encoding': 'gzip' });
  const again = await get('/assets/a.js', { 'accept-encoding': 'gzip' });
  expect([again.headers['content-encoding'], again.bytes.equals(tight.bytes)]).toEqual(['gzip', true]);
  expect((await get('/assets/a.js')).text).toBe(script);
  expect([served.length, fromMemory]).toEqual([2, 2]);
});

test('what is no file of the build is never kept', async () => {
  for (let each = 0; each < 2; each += 1) await get('/studio/earnings.csv');
  expect([served, fromMemory]).toEqual([['page /studio/earnings.csv', 'page /studio/earnings.csv'], 0]);
});

test.each([
  ['with a query', '/assets/a.js?1', {}],
  ['in part', '/assets/a.js', { range: 'bytes=0-4' }],
  ['by date', '/assets/a.js', { 'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' }],
  ['larger than others', '/assets/large.js', {}],
])('a file asked for %s is read each time', async (_how, path, headers) => {
  await get('/assets/a.js');
  for (let each = 0; each < 2; each += 1) await get(path, headers);
  expect([served.length, fromMemory]).toEqual([3, 0]);
});

test('a request that other handlers must see is left to them', async () => {
  await get('/assets/a.js');
  isAllowed = false;
  await get('/assets/a.js');
  expect([served.length, fromMemory]).toEqual([2, 0]);
});

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ask as askRaw } from '../../../tests/support/site/live.ts';
import { compressTexts, sendWhole } from './whole-answer.server.ts';

let answer: (response: ServerResponse) => unknown = () => {};
const server = createServer((request, response) => {
  compressTexts(request, response, () => void answer(response));
});
let site = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const get = (headers: Record<string, string> = {}, method = 'GET') => askRaw(site, '/', { headers, method });
const text = 'Ein Satz mit Ümläuten. '.repeat(200);
/** Of which the two ways of compressing make different lengths. */
const sentence = Array.from({ length: 9_000 }, (_, n) => `${(n * 7_919) % 10_007} steps, `).join('');
const inPieces = (type: string) => (response: ServerResponse) => {
  response.setHeader('Content-Type', type);
  response.write(text.slice(0, 1_000));
  response.write(Buffer.from(text.slice(1_000, 2_000)));
  response.end(text.slice(2_000));
};

/** This process may be busy with other tests. */
const load = vi.spyOn(performance, 'eventLoopUtilization');
const setLoad = (utilization: number) => load.mockReturnValue({ active: 0, idle: 0, utilization });
beforeEach(() => void setLoad(0));
afterAll(() => void load.mockRestore());

describe('a text', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is sent in one piece as %s, with its length', async (encoding, unpack) => {
    answer = inPieces('text/html; charset=utf-8');
    const { headers, bytes } = await get({ 'accept-encoding': encoding });
    expect(unpack(bytes).toString()).toBe(text);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers.vary).toBe('Accept-Encoding');
  });

  test('is sent as it is to who takes no encoding, and keeps its own Vary', async () => {
    answer = (response) => {
      response.setHeader('Vary', 'Cookie');
      inPieces('application/json')(response);
    };
    const { headers, bytes } = await get();
    expect(bytes.toString()).toBe(text);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBe('Cookie, Accept-Encoding');
  });

  test('of a few words is not compressed', async () => {
    answer = (response) => response.setHeader('Content-Type', 'text/plain').end('Not found\n');
    const { headers, bytes } = await get({ 'accept-encoding': 'br' });
    expect([bytes.toString(), headers['content-encoding']]).toEqual(['Not found\n', undefined]);
  });

  test('is compressed faster while three others are being made, and well again after that', async () => {
    answer = (response) => response.setHeader('Content-Type', 'text/plain').end(sentence);
    const ask = async () => (await get({ 'accept-encoding': 'br' })).bytes;
    const alone = await ask();
    const { promise, resolve: go } = Promise.withResolvers<void>();
    let waiting = 0;
    answer = async (response) => {
      waiting += 1;
      if (waiting <= 3) await promise;
      response.setHeader('Content-Type', 'text/plain').end(sentence);
    };
    const others = [ask(), ask(), ask()];
    await expect.poll(() => waiting).toBe(3);
    const beside = await ask();
    go();
    await Promise.all(others);
    for (const bytes of [alone, beside]) expect(brotliDecompressSync(bytes).toString()).toBe(sentence);
    expect(beside.length).toBeGreaterThan(alone.length);
    expect((await ask()).length).toBe(alone.length);
  });

  test('is compressed faster from the second on in which the process hardly rested', async () => {
    answer = (response) => response.setHeader('Content-Type', 'text/plain').end(sentence);
    const lengthAfter = async (ms: number, utilization: number) => {
      now += ms;
      setLoad(utilization);
      return (await get({ 'accept-encoding': 'br' })).bytes.length;
    };
    let now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const well = await lengthAfter(2_000, 0.9);
    expect(await lengthAfter(999, 0.95)).toBe(well);
    const fast = await lengthAfter(1, 0.95);
    expect(fast).not.toBe(well);
    expect(await lengthAfter(999, 0.1)).toBe(fast);
    expect(await lengthAfter(1, 0.1)).toBe(well);
  });

  test('that another answer overtook is not sent', async () => {
    let sending: Promise<void> | undefined;
    answer = (response) => {
      response.setHeader('Content-Type', 'text/html');
      sending = sendWhole(response.req, response, Buffer.from(text));
      response.writeHead(503);
      // Not ended before, or it would be left alone because it is over.
      void sending.catch(() => {}).then(() => response.end('late'));
    };
    const { status, bytes, headers } = await get({ 'accept-encoding': 'br' });
    expect([status, bytes.toString(), headers['content-encoding']]).toEqual([503, 'late', undefined]);
    await expect(sending).resolves.toBeUndefined();
  });
});

test('a file passes as it is written', async () => {
  const { promise: firstRead, resolve: go } = Promise.withResolvers<void>();
  answer = async (response) => {
    response.setHeader('Content-Type', 'application/zip');
    response.write('first ');
    await firstRead;
    response.end('last');
  };
  const { headers, body } = await fetch(site, { headers: { 'accept-encoding': 'br' } });
  const reader = body?.getReader();
  const next = async () => Buffer.from((await reader?.read())?.value ?? []).toString();
  expect(await next()).toBe('first ');
  go();
  expect([await next(), headers.get('content-encoding')]).toEqual(['last', null]);
});

test('an answer without a body keeps its headers', async () => {
  answer = (response) => response.writeHead(304, { ETag: '"one"' }).end();
  const { status, headers } = await get({ 'accept-encoding': 'br' });
  expect([status, headers.etag, headers['content-encoding']]).toEqual([304, '"one"', undefined]);
});

test('HEAD has the headers without a length', async () => {
  answer = (response) => response.setHeader('Content-Type', 'text/html').end();
  const { status, bytes } = await get({ 'accept-encoding': 'br' }, 'HEAD');
  expect([status, bytes.length]).toEqual([200, 0]);
});

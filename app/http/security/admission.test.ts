import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { arrivals } from '../../../tests/support/site/arrivals.ts';
import { ask } from '../../../tests/support/site/live.ts';
import { inRequest, requestId } from '../telemetry/log.server.ts';
import { admission } from './admission.server.ts';

let working: Map<string, ServerResponse>;
let numbers: (string | undefined)[];
let gate: ReturnType<typeof admission>;
const server = createServer((request, response) => {
  if (gate.refusedAtOnce(request, response)) return;
  inRequest(request.url ?? '', () =>
    gate.admit(request, response, () => {
      numbers.push(requestId());
      working.set(request.url ?? '', response);
    }),
  );
});
let site = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  [working, numbers] = [new Map(), []];
  gate = admission({
    addressOf: () => 'one',
    isShared: (request) => request.url === '/shared',
    refuse: (_request, response) => void response.writeHead(503).end(),
    refuseAtOnce: (_request, response) => void response.writeHead(503).end('at once'),
  });
});
afterEach(() => {
  gate.close();
  vi.useRealTimers();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
/** As many as a new process works on at once. */
const atOnce = 12;

test('a full process answers webhooks and sign-outs, starts who waits under its own number, and refuses the rest', async () => {
  const asked = Array.from({ length: 30 }, (_, n) => ask(site, `/item/${n}`));
  await arrivals(server, 30);
  expect(working.size).toBe(atOnce);
  const leaving = ask(site, '/logout', { method: 'POST' });
  await arrivals(server);
  const [first] = working.values();
  const left = [first, working.get('/logout')].map((each) => each && once(each, 'close'));
  first?.end();
  working.get('/logout')?.end();
  await Promise.all(left);
  expect((await leaving).status).toBe(200);
  // The sign-out and one that waited.
  expect(working.size).toBe(atOnce + 2);
  expect(numbers).toEqual([...working.keys()]);
  vi.advanceTimersByTime(4_100);
  for (const response of working.values()) response.end();
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
});

test('answers that their readers do not take, begun or ended, leave their places to others', async () => {
  const { port } = server.address() as AddressInfo;
  const readers = Array.from({ length: 24 }, (_, n) => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.write(`GET /large/${n} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return socket;
  });
  const large = Buffer.alloc(16 * 1024 ** 2);
  for (let n = 0; n < readers.length; n += 1) {
    const response = await vi.waitFor(() => {
      const found = working.get(`/large/${n}`);
      expect(found).toBeDefined();
      return found as ServerResponse;
    }, 4_000);
    response.write(large);
    if (n % 2) response.end();
    else expect(response.writableNeedDrain).toBe(true);
  }
  expect([...working.values()].filter(({ closed }) => closed)).toEqual([]);
  for (const socket of readers) socket.destroy();
  working.clear();
});

test('a full process refuses reads before anything is done for them, but no form, no shared page and no sign-out', async () => {
  const asked = Array.from({ length: atOnce + 128 }, (_, n) => ask(site, `/item/${n}`));
  await arrivals(server, asked.length);
  expect((await ask(site, '/item/last')).text).toBe('at once');
  const leaving = ask(site, '/logout');
  const shared = ask(site, '/shared');
  await arrivals(server, 2);
  expect([...working.keys()]).toEqual(expect.arrayContaining(['/logout', '/shared']));
  expect((await ask(site, '/form', { method: 'POST', body: 'x' })).text).not.toBe('at once');
  let isOver = false;
  const answers = Promise.all([leaving, shared, ...asked]).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const [path, response] of working) {
      working.delete(path);
      response.end('done');
    }
    await setImmediate();
  }
  // Each that ends lets one in, before it has waited too long.
  expect(new Set((await answers).map(({ text }) => text))).toEqual(new Set(['done']));
});

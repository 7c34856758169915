import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ask } from '../../../tests/support/site/live.ts';
import { inRequest, requestId } from '../telemetry/log.server.ts';
import { admission } from './admission.server.ts';

const working = new Map<string, ServerResponse>();
const numbers: (string | undefined)[] = [];
const { admit, refusedAtOnce, close } = admission({
  addressOf: () => 'one',
  isShared: (request) => request.url === '/shared',
  refuse: (_request, response) => void response.writeHead(503).end(),
  refuseAtOnce: (_request, response) => void response.writeHead(503).end('at once'),
});
const server = createServer((request, response) => {
  if (refusedAtOnce(request, response)) return;
  inRequest(request.url ?? '', () =>
    admit(request, response, () => {
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
afterAll(() => {
  close();
  server.closeAllConnections();
  server.close();
});

test('a full process answers webhooks and sign-outs, starts who waits under its own number, and refuses the rest', async () => {
  const asked = Array.from({ length: 30 }, (_, n) => ask(site, `/item/${n}`));
  await vi.waitFor(() => expect(working.size).toBeGreaterThanOrEqual(6));
  const leaving = ask(site, '/logout', { method: 'POST' });
  await vi.waitFor(() => expect(working.has('/logout')).toBe(true));
  const first = [...working.keys()].find((path) => path !== '/logout') ?? '';
  const before = working.size;
  working.get(first)?.end();
  working.get('/logout')?.end();
  await vi.waitFor(() => expect(working.size).toBeGreaterThan(before));
  expect(numbers).toEqual([...working.keys()]);
  expect((await leaving).status).toBe(200);
  await vi.waitFor(async () => {
    const refused = (await Promise.all(asked.map((each) => Promise.race([each, null])))).filter(
      (answer) => answer?.status === 503,
    );
    expect(refused.length).toBeGreaterThan(0);
  }, 5_000);
  for (const response of working.values()) response.end();
  working.clear();
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
  const asked = Array.from({ length: 20 + 128 }, (_, n) => ask(site, `/item/${n}`));
  const texts = new Set<string>();
  await vi.waitFor(async () => {
    texts.add((await Promise.race([ask(site, '/item/last'), ...asked])).text);
    expect(texts).toContain('at once');
  }, 3_000);
  const leaving = ask(site, '/logout');
  const shared = ask(site, '/shared');
  await vi.waitFor(() => expect([...working.keys()]).toEqual(expect.arrayContaining(['/logout', '/shared'])));
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
    await new Promise((next) => setTimeout(next, 5));
  }
  // Each that ends lets one in, before it has waited too long.
  const [left, kept, ...others] = await answers;
  expect([left?.text, kept?.text]).toEqual(['done', 'done']);
  const done = others.filter(({ text }) => text === 'done');
  expect(done.length).toBeGreaterThanOrEqual(12 + 128);
});

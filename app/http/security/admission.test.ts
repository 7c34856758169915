import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ask } from '../../../tests/support/site/live.ts';
import { inRequest, requestId } from '../telemetry/log.server.ts';
import { admission } from './admission.server.ts';

const working = new Map<string, ServerResponse>();
const numbers: (string | undefined)[] = [];
const { admit, close } = admission({
  addressOf: () => 'one',
  isShared: () => false,
  refuse: (_request, response) => void response.writeHead(503).end(),
});
const server = createServer((request, response) =>
  inRequest(request.url ?? '', () =>
    admit(request, response, () => {
      numbers.push(requestId());
      working.set(request.url ?? '', response);
    }),
  ),
);
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
});

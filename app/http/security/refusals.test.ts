import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '../../env.server.ts';
import { inRequest } from '../telemetry/log.server.ts';
import { refusals } from './refusals.server.ts';

let server: Server;
let site = '';
beforeAll(async () => {
  const { refuse, refuseAtOnce } = refusals(
    readEnv({ SUMMA_MODE: 'production', ORIGIN: 'https://summa.example', SESSION_SECRET: 'x'.repeat(40) }),
  );
  server = createServer((request, response) => {
    if (request.headers['x-at-once']) refuseAtOnce(request, response);
    else inRequest('request-one', () => refuse(request, response));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function refusal(path: string, accept: string, atOnce: Record<string, string>) {
  const answer = await fetch(`${site}${path}`, { headers: { accept, ...atOnce } });
  const headers = Object.fromEntries(answer.headers);
  for (const name of ['date', 'content-length', 'connection', 'keep-alive']) delete headers[name];
  return { status: answer.status, headers, text: await answer.text() };
}

test.each([
  ['/discover', 'text/html'],
  ['/discover', '*/*'],
  ['/discover', 'application/json'],
  ['/api/content', 'text/html'],
])(
  '%s for %s is refused at once with the same answer as later, but without a reference',
  async (path, accept) => {
    const later = await refusal(path, accept, {});
    const atOnce = await refusal(path, accept, { 'x-at-once': '1' });
    expect(later.status).toBe(503);
    const isPage = later.text.startsWith('<!DOCTYPE html>');
    expect(isPage).toBe(path === '/discover' && accept !== 'application/json');
    expect(later.text.includes('request-one')).toBe(isPage);
    expect(later.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'private, no-store' });
    expect(later.headers['content-security-policy']).toContain("default-src 'self'");
    expect(atOnce).toEqual({
      ...later,
      text: later.text.replace(/<p class="soft small">Reference: request-one<\/p>/, ''),
    });
  },
);

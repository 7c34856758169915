import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportTime } from '../support/report-time.ts';
import { ask, liveWorld } from '../support/site/live.ts';
import { startSite } from '../support/site/site.ts';
import { rows } from '../support/sql.ts';
import { stripeSettings } from '../support/stripe/settings.ts';

const world = liveWorld();
let stripe: Server;
let site: Awaited<ReturnType<typeof startSite>>;
let member = '';
let item = 0;
type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Answer = (_, response) => void response.end();

beforeAll(async () => {
  stripe = createServer((request, response) => {
    request.resume();
    answer(request, response);
  });
  await new Promise<void>((done) => stripe.listen(0, '127.0.0.1', () => done()));
  site = await startSite({
    keepsLog: true,
    preload: ['./tests/support/money/stripe-detour.ts'],
    env: {
      ...world.settings(),
      ...stripeSettings((stripe.address() as AddressInfo).port),
    },
  });
  member = await world.signIn(await world.person());
  const creator = await world.person({ plan: 'vip' });
  item = await world.item({ creator: creator.id, tier: 'vip', priceCents: 499 });
}, 60_000);
afterAll(async () => {
  await site?.stop();
  stripe.closeAllConnections();
  stripe.close();
}, 30_000);

const json =
  (status: number, body: string): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  };

describe('a payment provider', () => {
  const answers: [string, Answer][] = [
    ['is silent', () => {}],
    ['hangs up', (request) => void request.socket.destroy()],
    ['is broken', json(500, '{"error":{"message":"secret inside"}}')],
    ['answers a page', (_, response) => void response.end('<html>secret inside</html>')],
    ['answers half a line', json(200, '{"id":"cs_')],
    ['answers something else', json(200, '{"object":"banana"}')],
    ['answers nothing', json(200, 'null')],
    [
      'drips',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const drip = setInterval(() => response.write(' '), 300);
        response.on('close', () => clearInterval(drip));
      },
    ],
  ];
  test.each(answers)(
    'that %s: the buyer reads so, nothing opens, everything else works',
    async (_name, next) => {
      answer = next;
      const began = performance.now();
      const asked = { method: 'POST', as: member };
      const [tried, plan] = await Promise.all([
        ask(site.address, `/api/content/${item}/purchase`, { ...asked, json: {} }),
        ask(site.address, '/api/create-subscription', { ...asked, json: { plan: 'vip' } }),
      ]);
      reportTime('A purchase and a plan without the provider', performance.now() - began, 10_500);
      expect([500, 503]).toContain(tried.status);
      expect(tried.text).not.toMatch(/secret inside|at \w+ \(|stripe\.com|banana/);
      expect([500, 503]).toContain(plan.status);
      expect(await rows(world.em())`select 1 from purchases where status = 'paid'`).toEqual([]);
      const looked = performance.now();
      const pages = ['/discover', `/content/${item}`, '/library', '/account/billing'];
      const shown = await Promise.all(pages.map((path) => ask(site.address, path, { as: member })));
      expect(shown.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      reportTime('Pages without the provider', performance.now() - looked, 10_000);
    },
    120_000,
  );
});

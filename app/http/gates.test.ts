import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Env, readEnv } from '../env.server.ts';
import { gates } from './gates.server.ts';

const secret = 'a secret for tests, long enough to be one';
const sites: { server: Server; address: string }[] = [];

/** A site that has gates and nothing behind them. */
async function open(more: Record<string, string>) {
  const env: Env = readEnv({ SESSION_SECRET: secret, ...more });
  const gate = gates(env);
  const server = createServer((request, response) => gate(request, response, () => response.end('behind')));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  sites.push({ server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

beforeAll(async () => {
  await open({});
  await open({ STRIPE_SECRET_KEY: 'sk_test_x' });
});
afterAll(() => {
  for (const { server } of sites) server.close();
});

const formsOf = async (site: number, path: string) => {
  const { headers } = await fetch(`${sites[site]?.address}${path}`);
  return /form-action ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
};

test.each(['/checkout/7', '/subscribe', '/subscribe?plan=vip', '/account/billing'])(
  'the forms of %s may lead to the provider, where there is one',
  async (path) => {
    expect(await formsOf(0, path)).toBe("'self'");
    expect(await formsOf(1, path)).toMatch(/^'self' https:\/\/checkout\.stripe\.com /);
  },
);

test.each(['/', '/subscriptions', '/auth', '/content/7', '/account/security'])(
  'the forms of %s stay here',
  async (path) => expect(await formsOf(1, path)).toBe("'self'"),
);

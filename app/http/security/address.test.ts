import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { addressOf } from './address.server.ts';

test.each([
  ['no forwarded header', 0, undefined, '10.0.0.1'],
  ['a forged header without a proxy of ours', 0, '6.6.6.6', '10.0.0.1'],
  ['one proxy', 1, '6.6.6.6, 203.0.113.7', '203.0.113.7'],
  ['two proxies', 2, '6.6.6.6, 203.0.113.7 ,10.0.0.9', '203.0.113.7'],
  ['more proxies than addresses', 3, '203.0.113.7', '203.0.113.7'],
  ['a proxy that sends no header', 1, undefined, '10.0.0.1'],
])('%s', (_what, proxies, received, expected) => {
  const request = { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': received } };
  expect(addressOf(request as unknown as IncomingMessage, proxies)).toBe(expected);
});

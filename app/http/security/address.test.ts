import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { addressOf } from './address.server.ts';

test.each([
  ['nobody told', 0, undefined, '10.0.0.1'],
  ['a liar, and no proxy of ours', 0, '6.6.6.6', '10.0.0.1'],
  ['one proxy', 1, '6.6.6.6, 203.0.113.7', '203.0.113.7'],
  ['two proxies', 2, '6.6.6.6, 203.0.113.7 ,10.0.0.9', '203.0.113.7'],
  ['more proxies than told', 3, '203.0.113.7', '203.0.113.7'],
  ['a proxy that says nothing', 1, undefined, '10.0.0.1'],
])('%s', (_what, proxies, received, expected) => {
  const request = { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': received } };
  expect(addressOf(request as unknown as IncomingMessage, proxies)).toBe(expected);
});

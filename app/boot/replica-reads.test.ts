import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { routeAddresses } from '../../tests/support/site/route-addresses.ts';
import { mayReadReplica } from './replica-reads.server.ts';

const asked = (url: string, method = 'GET') => mayReadReplica({ method, url } as IncomingMessage);
const sampleOf = (path: string) =>
  path
    .replaceAll(':username', 'marina')
    .replaceAll(':place', '42-half-guard')
    .replaceAll(':family', 'half-guard')
    .replaceAll(/:\w+/g, '42');

test('lists, items, creators, the map and feeds may be read from a replica, with any query', () => {
  for (const path of [
    ...['/', '/dashboard', '/discover?search=kimura', '/creators', '/creators/marina', '/content/42'],
    ...['/content/42/comments', '/map', '/map/p/42-half-guard', '/map/way?from=1&to=2', '/lists/42/1'],
    ...['/sitemap.xml', '/feed.xml', '/creators/marina/feed.xml', '/api/content?limit=5', '/api/content/42'],
    ...['/api/map', '/api/map/positions/42', '/terms-of-service'],
  ])
    expect([path, asked(path)]).toEqual([path, true]);
});

test('nothing of money, accounts, messages, administration or media is', () => {
  const never =
    /features\/(commerce|identity|operations|core)\/|messages|notifications|\/study\/(?!lists|next)/;
  const plans = ['/subscriptions'];
  const wrong = routeAddresses
    .filter(({ file, group, path }) => (never.test(file) || group === 'admins') && !plans.includes(path))
    .filter(({ path }) => asked(sampleOf(path)));
  expect(wrong.map(({ path }) => path)).toEqual([]);
  for (const path of ['/media/abc/320.webp', '/api/user', '/auth', '/checkout/1', '/content/42/rate'])
    expect([path, asked(path)]).toEqual([path, false]);
});

test('nothing that changes something is', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
    expect([method, asked('/content/42', method)]).toEqual([method, false]);
});

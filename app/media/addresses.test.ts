import { createHmac } from 'node:crypto';
import { array, assert, constantFrom, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { isSignedFor, signedAddress } from './addresses.server.ts';
import type { Variant } from './media.ts';

const keys = ['a'.repeat(32), 'b'.repeat(32)];
const variants: Variant[] = ['320.webp', '640.jpg', 'teaser.webp', 'loop.avif', 'video.mp4'];
const asked = record({
  secret: constantFrom('one secret', 'another secret'),
  key: constantFrom(...keys),
  variant: constantFrom(...variants),
  viewerId: constantFrom('7', '8'),
  now: constantFrom(new Date('2026-11-20T12:00:00Z'), new Date('2026-11-20T12:04:00Z')),
});

/** What the signature of a query must be, computed anew. */
function signatureOf(secret: string, key: string, variant: Variant, query: URLSearchParams) {
  const name = /^\d+\.(avif|webp|jpg)$/.test(variant) ? 'picture' : variant;
  const text = `GET\n${key}/${name}\n${query.get('v')}\n${query.get('e')}`;
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
}

test('an address has the signature of its own file, viewer and time, whatever was asked for before', () => {
  assert(
    property(array(asked, { minLength: 2, maxLength: 20 }), (all) => {
      for (const { secret, ...request } of all) {
        const { pathname, searchParams: query } = new URL(
          signedAddress(secret, request),
          'http://one.example',
        );
        expect(pathname).toBe(`/media/${request.key}/${request.variant}`);
        expect(query.get('v')).toBe(request.viewerId);
        expect(query.get('s')).toBe(signatureOf(secret, request.key, request.variant, query));
        const opens = { ...request, query };
        expect(isSignedFor(secret, opens)).toBe(true);
        const other = request.viewerId === '7' ? '8' : '7';
        expect(isSignedFor(secret, { ...opens, viewerId: other })).toBe(false);
        query.set('v', other);
        expect(isSignedFor(secret, { ...opens, viewerId: other, query })).toBe(false);
        query.set('v', request.viewerId);
        const another =
          variants.find((each) => !/^\d/.test(each) && each !== request.variant) ?? 'teaser.webp';
        expect(isSignedFor(secret, { ...opens, variant: another, query })).toBe(false);
      }
    }),
  );
});

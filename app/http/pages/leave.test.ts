import { expect, test } from 'vitest';
import { testWorld } from '../../../tests/support/world.ts';
import { addressFor, leaveFor } from './leave.server.ts';

const world = testWorld();

test.each([
  ['http://localhost:3000/sandbox/pay/cs_1?x=1', '/sandbox/pay/cs_1?x=1'],
  ['https://checkout.stripe.com/c/pay/cs_1#frag', 'https://checkout.stripe.com/c/pay/cs_1#frag'],
  ['http://localhost:3001/sandbox/pay/cs_1', 'http://localhost:3001/sandbox/pay/cs_1'],
])('leaving %s leads to %s', async (address, place) => {
  expect(addressFor(world.context(), address)).toBe(place);
  const answer = await leaveFor(world.context(), address);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, place]);
});

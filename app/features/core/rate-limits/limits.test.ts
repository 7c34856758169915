import { afterEach, expect, test } from 'vitest';
import { rows } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Scope } from '../../../scope.ts';
import * as follow from '../../community/follows/follow.action.ts';
import * as like from '../../community/likes/like.api.ts';
import * as rate from '../../community/ratings/rate.page.tsx';
import * as login from '../../identity/sessions/login.api.ts';
import { limits } from './limits.ts';
import {
  accountKey,
  addressKey,
  enforceRateLimit,
  enforceSearchLimit,
  giveBack,
  sweepLimits,
} from './rate-limit.server.ts';

const world = testWorld();
const plenty = world.rates.scale;
const start = world.clock.at;
afterEach(() => {
  world.rates.scale = plenty;
  world.clock.at = start;
});

const later = (seconds: number) => {
  world.clock.at = new Date(world.clock.at.getTime() + seconds * 1_000);
};
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'passed',
    (error) => error.retryAfter as number,
  );

test('as many pass at once as allowed, in any process; then one per step; after a pause all again', async () => {
  world.rates.scale = 1;
  const viewer = await world.person();
  const all = await Promise.all(
    Array.from({ length: 30 }, () => outcome(enforceRateLimit(world.scope(viewer), 'rating'))),
  );
  expect(all.filter((each) => each === 'passed')).toHaveLength(limits.rating.most);
  expect(all.filter((each) => each !== 'passed')).toEqual(Array(20).fill(6));
  later(5);
  expect(await outcome(enforceRateLimit(world.scope(viewer), 'rating'))).toBe(1);
  later(1);
  expect(await outcome(enforceRateLimit(world.scope(viewer), 'rating'))).toBe('passed');
  expect(await outcome(enforceRateLimit(world.scope(viewer), 'rating'))).toBe(6);
  later(60);
  for (let n = 0; n < limits.rating.most; n += 1) await enforceRateLimit(world.scope(viewer), 'rating');
  expect(await outcome(enforceRateLimit(world.scope(viewer), 'rating'))).toBe(6);
});

test('actions and members have separate allowances; the setting multiplies them', async () => {
  world.rates.scale = 1;
  const [one, other] = [await world.person(), await world.person()];
  for (let n = 0; n < 10; n += 1) await enforceRateLimit(world.scope(one), 'rating');
  expect(await outcome(enforceRateLimit(world.scope(one), 'like'))).toBe('passed');
  expect(await outcome(enforceRateLimit(world.scope(other), 'rating'))).toBe('passed');
  world.rates.scale = 3;
  const third = await world.person();
  for (let n = 0; n < 30; n += 1) await enforceRateLimit(world.scope(third), 'rating');
  expect(await outcome(enforceRateLimit(world.scope(third), 'rating'))).toBe(2);
});

test('an address counts by its network in IPv6, and by the address in either spelling of IPv4', () => {
  const at = (address: string) =>
    addressKey({ visitor: { address, dayKey: '', isBot: false } } as unknown as Scope);
  expect(at('2001:db8:1:2:3:4:5:6')).toBe(at('2001:db8:1:2::9'));
  expect(at('2001:db8::1')).toBe('address:2001:db8:0:0');
  expect(at('2001:db8:1:2::9')).not.toBe(at('2001:db8:1:3::9'));
  expect(at('::ffff:10.1.2.3')).toBe(at('10.1.2.3'));
  expect(at('::1')).toBe('address:0:0:0:0');
  expect(accountKey(' Ann@Example.com')).toBe(accountKey('ann@example.com'));
  expect(accountKey('ann@example.com')).not.toContain('ann');
});

test('a call answers 429 with Retry-After, a button says so, a form keeps what was typed', async () => {
  world.rates.scale = 1;
  const viewer = await world.person();
  const id = String(await world.item());
  const press = (liked = true) =>
    world.send(like.action, viewer, `/api/content/${id}/like`, { id }, jsonCall('POST', { liked }));
  const answers = [];
  for (let n = 0; n < 61; n += 1) answers.push(await press());
  expect(answers.slice(0, 60).every(({ status }) => status === 200)).toBe(true);
  expect([answers[60]?.status, answers[60]?.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await press(false)).status).toBe(429);
  expect(await rows(world.em())`select 1 from likes where user_id = ${viewer.id}`).toHaveLength(1);

  const creator = await world.person();
  const params = { username: creator.username };
  const follows = () =>
    world.send(follow.action, viewer, `/creators/${creator.username}/follow`, params, formPost({}));
  for (let n = 0; n < 60; n += 1) await follows();
  expect((await follows()).status).toBe(303);
  expect(await rows(world.em())`select 1 from follows where follower_id = ${viewer.id}`).toHaveLength(0);

  for (let n = 0; n < 10; n += 1) await enforceRateLimit(world.scope(viewer), 'rating');
  const typed = formPost({ rating: '4', review: 'Long and careful words' });
  const refused = await world.send(rate.action, viewer, `/content/${id}/rate`, { id }, typed);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6']);
  expect((await refused.json()).form.initialValue.review).toBe('Long and careful words');
});

test('an allowance that is full again is deleted', async () => {
  await enforceRateLimit(world.scope(await world.person()), 'like');
  later(3_600);
  await sweepLimits(world.em(), world.clock.at);
  expect(await rows(world.em())`select 1 from rate_limits`).toEqual([]);
});

test('guessing a password ends after ten tries from an address, and after twenty from everywhere', async () => {
  world.rates.scale = 1;
  const guess = async (email: string, address: string) => {
    world.place.address = address;
    const fields = { email, password: 'wrong one' };
    const answer = await world.send(login.action, null, '/api/login', {}, jsonCall('POST', fields));
    return answer.status === 429 ? `wait ${answer.headers.get('retry-after')}` : answer.status;
  };
  const ten = async (address: string) => {
    for (let n = 0; n < 10; n += 1) expect(await guess('somebody@example.com', address)).toBe(401);
  };
  await ten('198.51.100.1');
  expect(await guess(' Somebody@Example.com', '198.51.100.1')).toBe('wait 360');
  expect(await guess('another@example.com', '198.51.100.1')).toBe(401);
  await ten('198.51.100.2');
  expect(await guess('somebody@example.com', '198.51.100.3')).toBe('wait 60');
  // What one address is refused uses up nothing of what the account has.
  for (let n = 0; n < 5; n += 1) await guess('somebody@example.com', '198.51.100.1');
  expect(await guess('somebody@example.com', '198.51.100.3')).toBe('wait 60');
  world.place.address = '127.0.0.1';
});

test('searches count by address, whichever member is signed in there; lists without a search are free', async () => {
  world.rates.scale = 1;
  const [one, other] = [await world.person(), await world.person()];
  for (let n = 0; n < 3 * limits.search.most; n += 1) await enforceSearchLimit(world.scope(one), '');
  for (let n = 0; n < limits.search.most; n += 1)
    await enforceSearchLimit(world.scope([one, other, null][n % 3]), 'guard');
  for (const viewer of [one, other, null])
    expect(await outcome(enforceSearchLimit(world.scope(viewer), 'guard'))).toBe(1);
  expect(await outcome(enforceSearchLimit(world.scope(one), ''))).toBe('passed');
});

test('a returned allowance may be used again, and no more than that', async () => {
  world.rates.scale = 1;
  const scope = world.scope(await world.person());
  const who = `member:${scope.viewer?.id}`;
  for (let n = 0; n < 30; n += 1) {
    await enforceRateLimit(scope, 'rating');
    await giveBack(scope, 'rating', who);
  }
  for (let n = 0; n < limits.rating.most; n += 1) await enforceRateLimit(scope, 'rating');
  expect(await outcome(enforceRateLimit(scope, 'rating'))).toBe(6);
  await giveBack(scope, 'rating', who);
  expect(await outcome(enforceRateLimit(scope, 'rating'))).toBe('passed');
  expect(await outcome(enforceRateLimit(scope, 'rating'))).toBe(6);
});

import { afterEach, expect, test } from 'vitest';
import { formPost, jsonCall, testWorld } from '../../../tests/support/world.ts';
import { rows } from '../../db/sql.server.ts';
import type { Scope } from '../../scope.ts';
import * as login from '../accounts/login.api.ts';
import * as follow from '../follows/follow.action.ts';
import * as like from '../likes/like.api.ts';
import * as rate from '../ratings/rate.page.tsx';
import { limits } from './limits.ts';
import { anAccount, anAddress, spend, sweepLimits } from './spend.server.ts';

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

test('as many pass at once as may, in whatever process; then one a step; then all again', async () => {
  world.rates.scale = 1;
  const viewer = await world.person();
  const all = await Promise.all(
    Array.from({ length: 30 }, () => outcome(spend(world.scope(viewer), 'rating'))),
  );
  expect(all.filter((each) => each === 'passed')).toHaveLength(limits.rating.most);
  expect(all.filter((each) => each !== 'passed')).toEqual(Array(20).fill(6));
  later(5);
  expect(await outcome(spend(world.scope(viewer), 'rating'))).toBe(1);
  later(1);
  expect(await outcome(spend(world.scope(viewer), 'rating'))).toBe('passed');
  expect(await outcome(spend(world.scope(viewer), 'rating'))).toBe(6);
  later(60);
  for (let n = 0; n < limits.rating.most; n += 1) await spend(world.scope(viewer), 'rating');
  expect(await outcome(spend(world.scope(viewer), 'rating'))).toBe(6);
});

test('acts and people do not use up each other’s allowance; the setting multiplies it', async () => {
  world.rates.scale = 1;
  const [one, other] = [await world.person(), await world.person()];
  for (let n = 0; n < 10; n += 1) await spend(world.scope(one), 'rating');
  expect(await outcome(spend(world.scope(one), 'like'))).toBe('passed');
  expect(await outcome(spend(world.scope(other), 'rating'))).toBe('passed');
  world.rates.scale = 3;
  const third = await world.person();
  for (let n = 0; n < 30; n += 1) await spend(world.scope(third), 'rating');
  expect(await outcome(spend(world.scope(third), 'rating'))).toBe(2);
});

test('an address is a place: IPv6 by its network, IPv4 in either spelling', () => {
  const at = (address: string) =>
    anAddress({ visitor: { address, dayKey: '', isBot: false } } as unknown as Scope);
  expect(at('2001:db8:1:2:3:4:5:6')).toBe(at('2001:db8:1:2::9'));
  expect(at('2001:db8::1')).toBe('address:2001:db8:0:0');
  expect(at('2001:db8:1:2::9')).not.toBe(at('2001:db8:1:3::9'));
  expect(at('::ffff:10.1.2.3')).toBe(at('10.1.2.3'));
  expect(at('::1')).toBe('address:0:0:0:0');
  expect(anAccount(' Ann@Example.com')).toBe(anAccount('ann@example.com'));
  expect(anAccount('ann@example.com')).not.toContain('ann');
});

test('a call answers 429 with Retry-After, a button says so, a form keeps what was typed', async () => {
  world.rates.scale = 1;
  const viewer = await world.person();
  const id = String(await world.item());
  const press = () =>
    world.send(like.action, viewer, `/api/content/${id}/like`, { id }, jsonCall('POST', { liked: true }));
  const answers = [];
  for (let n = 0; n < 61; n += 1) answers.push(await press());
  expect(answers.slice(0, 60).every(({ status }) => status === 200)).toBe(true);
  expect([answers[60]?.status, answers[60]?.headers.get('retry-after')]).toEqual([429, '1']);

  const creator = await world.person();
  const params = { username: creator.username };
  const follows = () =>
    world.send(follow.action, viewer, `/creators/${creator.username}/follow`, params, formPost({}));
  for (let n = 0; n < 60; n += 1) await follows();
  expect((await follows()).status).toBe(303);
  expect(await rows(world.em())`select 1 from follows where follower_id = ${viewer.id}`).toHaveLength(0);

  for (let n = 0; n < 10; n += 1) await spend(world.scope(viewer), 'rating');
  const typed = formPost({ rating: '4', review: 'Long and careful words' });
  const refused = await world.send(rate.action, viewer, `/content/${id}/rate`, { id }, typed);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6']);
  expect((await refused.json()).form.initialValue.review).toBe('Long and careful words');
});

test('what is whole again is forgotten', async () => {
  await spend(world.scope(await world.person()), 'like');
  later(3_600);
  await sweepLimits(world.em(), world.clock.at);
  expect(await rows(world.em())`select 1 from rate_limits`).toEqual([]);
});

test('guessing a password ends after ten, whoever asks from wherever; the right one waits as well', async () => {
  world.rates.scale = 1;
  const guess = (email: string, password: string) =>
    world.send(login.action, null, '/api/login', {}, jsonCall('POST', { email, password }));
  for (let n = 0; n < 10; n += 1) expect((await guess('somebody@example.com', 'wrong one')).status).toBe(401);
  const refused = await guess('Somebody@example.com', 'wrong one');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await guess('another@example.com', 'wrong one')).status).toBe(401);
});

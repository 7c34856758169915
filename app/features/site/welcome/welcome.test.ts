import { beforeEach, describe, expect, test } from 'vitest';
import { between, readable, wholeSite } from '../../../../tests/support/site/site-harness.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { setFollow } from '../../community/follows/follows.server.ts';
import { register } from '../../identity/accounts/accounts.server.ts';
import { viewerById } from '../../identity/sessions/sessions.server.ts';

const world = testWorld();
const open = wholeSite(world);

let count = 0;
let joined = 0;
const now = () => viewerById(world.em(), joined, world.clock.at);
const band = (html: string) =>
  html.includes('id="welcome"')
    ? readable(between(html, '<section class="panel welcome"', '</section>'))
    : null;

beforeEach(async () => {
  count += 1;
  joined = await register(world.scope(), {
    firstName: 'Mia',
    lastName: 'Costa',
    username: `mia_${count}`,
    email: `mia_${count}@example.com`,
    password: 'open guard',
    confirmPassword: 'open guard',
  });
});

async function athlete(followers = 0): Promise<Viewer> {
  const made = await world.person();
  await world.item({ creator: made.id });
  for (let n = 0; n < followers; n += 1) {
    await setFollow(world.scope(await world.person()), made.username, true);
  }
  return made;
}

const follow = async (whom: Viewer) => setFollow(world.scope(await now()), whom.username, true);
const pickBelt = async (belt: string) =>
  open(await now(), '/welcome/belt', formPost({ belt, back: '/dashboard' }));
const confirmEmail = () => row(world.em())`update users set verified_email = email where id = ${joined}`;

describe('the welcome of a new member', () => {
  test('names the three steps, on the home page of phones and desktops and on the feed', async () => {
    await athlete();
    const phone = { headers: { 'sec-ch-ua-mobile': '?1' } };
    for (const [path, init] of [
      ['/', {}],
      ['/', phone],
      ['/dashboard', {}],
    ] as const) {
      const { html } = await open(await now(), path, init);
      expect(band(html)).toMatch(
        /^Welcome, Mia\. .*Follow three athletes 0 of 3\..* Pick your belt .* Confirm your email Open the link that we sent to mia_\d+@example\.com/,
      );
    }
    expect(band((await open(await now(), '/discover')).html)).toBeNull();
    expect(band((await open(await world.person(), '/dashboard')).html)).toBeNull();
    expect(band((await open(null, '/')).html)).toBeNull();
  });

  test('suggests the three most followed athletes, never oneself or one that is followed', async () => {
    const [third, first, second] = [await athlete(3), await athlete(5), await athlete(4)];
    await athlete(2);
    await world.item({ creator: joined });
    const suggested = async () =>
      [...(await open(await now(), '/dashboard')).html.matchAll(/action="\/creators\/(\w+)\/follow"/g)].map(
        ([, username]) => username,
      );
    expect(await suggested()).toEqual([first, second, third].map(({ username }) => username));
    await follow(first);
    expect((await suggested())[0]).toBe(second.username);
    expect(await suggested()).not.toContain(first.username);
    expect(band((await open(await now(), '/dashboard')).html)).toContain('1 of 3.');
  });

  test('ticks off what is done, and is gone for good when all is', async () => {
    const three = [await athlete(), await athlete(), await athlete()];
    for (const each of three) await follow(each);
    expect(band((await open(await now(), '/')).html)).toContain('Follow three athletes , done');
    const saved = await pickBelt('purple');
    expect([saved.status, saved.to, saved.says]).toEqual([
      303,
      '/dashboard',
      'Belt saved: You can change it in your profile.',
    ]);
    const { html } = await open(await now(), '/');
    expect(band(html)).toContain('Pick your belt , done Purple belt');
    expect(band(html)).not.toContain('Confirm your email , done');
    await confirmEmail();
    expect(band((await open(await now(), '/')).html)).toBeNull();
    await setFollow(world.scope(await now()), three[0]?.username ?? '', false);
    expect(band((await open(await now(), '/')).html)).toBeNull();
  });

  test('can be closed, and stays closed', async () => {
    const closed = await open(await now(), '/welcome/close', formPost({ back: '/dashboard' }));
    expect([closed.status, closed.to]).toEqual([303, '/dashboard']);
    expect(band((await open(await now(), '/dashboard')).html)).toBeNull();
  });

  test('a belt that is not in the list is refused', async () => {
    const refused = await pickBelt('pink');
    expect(refused.says).toBe('Error: Please choose a belt from the list.');
    expect(await row(world.em())`select belt_level from users where id = ${joined}`).toEqual({
      belt_level: null,
    });
  });
});

import { describe, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import { NotAllowed, NotFound, Refused, SignInRequired } from '../../../errors.ts';
import type { Viewer } from '../../../scope.ts';
import * as button from './follow.action.ts';
import * as call from './follow.api.ts';
import { followedAmong, followersOf, listFollowed, setFollow } from './follows.server.ts';

const world = testWorld();
const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.person()));

const follows = async (viewer: Viewer) =>
  (
    await row<{ n: number }>(world.em())`
    select count(*)::int as n from follows where follower_id = ${viewer.id}`
  )?.n;

/** Writes a follow directly, without the rule. */
const followFreely = (viewer: Viewer, creators: Viewer[]) =>
  row(world.em())`insert into follows (follower_id, creator_id)
    select ${viewer.id}, unnest(${creators.map(({ id }) => id)}::int[])`;

const setPlan = (viewer: Viewer, plan: string) =>
  row(world.em())`update users set plan = ${plan} where id = ${viewer.id}`;

describe('following', () => {
  test('is a state: asking for it twice counts once, and the count is the number of rows', async () => {
    const [ann, bob, creator] = await people(3);
    const follow = (who: Viewer, wanted: boolean | 'toggle') =>
      setFollow(world.scope(who), creator!.username, wanted);
    expect(await follow(ann!, true)).toMatchObject({ following: true, followers: 1 });
    expect(await follow(ann!, true)).toMatchObject({ following: true, followers: 1 });
    expect(await follow(bob!, 'toggle')).toMatchObject({ following: true, followers: 2 });
    expect(await follow(ann!, 'toggle')).toMatchObject({ following: false, followers: 1 });
    expect(await follow(ann!, false)).toMatchObject({ following: false, followers: 1 });
    expect(await followersOf(world.em(), creator!.id)).toBe(1);
    expect(await followedAmong(world.scope(bob!), [ann!.id, creator!.id])).toEqual(new Set([creator!.id]));
    expect((await listFollowed(world.member(bob!))).map(({ id }) => id)).toEqual([creator!.id]);
  });

  test('finds the creator in any case of letters, and refuses an unknown one', async () => {
    const [ann, creator] = [await world.person(), await world.person({ username: 'Half_Guard' })];
    expect(await setFollow(world.scope(ann), 'half_guard', true)).toMatchObject({ following: true });
    for (const name of ['nobody_here', '', 'a b', "x'--", 'ünter']) {
      await expect(setFollow(world.scope(ann), name, true)).rejects.toThrow(NotFound);
    }
    await row(world.em())`update users set status = 'deleted' where id = ${creator.id}`;
    await expect(setFollow(world.scope(ann), 'half_guard', false)).rejects.toThrow(NotFound);
  });

  test('is refused to visitors, and of oneself', async () => {
    const creator = await world.person();
    await expect(setFollow(world.scope(), creator.username, true)).rejects.toThrow(SignInRequired);
    await expect(setFollow(world.scope(creator), creator.username, true)).rejects.toThrow(NotAllowed);
    expect(await followersOf(world.em(), creator.id)).toBe(0);
  });

  test('counts the day on which it happened', async () => {
    const [ann, creator] = await people(2);
    await setFollow(world.scope(ann!), creator!.username, true);
    const day = () => row(world.em())`
      select day::text, followers from creator_days where creator_id = ${creator!.id}`;
    const today = new Date().toISOString().slice(0, 10);
    expect(await day()).toEqual({ day: today, followers: 1 });
    await setFollow(world.scope(ann!), creator!.username, false);
    expect(await day()).toEqual({ day: today, followers: 0 });
  });
});

describe("the Explorer's limit", () => {
  test('[E1.10] [E9.3] [C9.4] [C1.9] [D6] ten may be followed, the eleventh is refused with the way to a larger plan', async () => {
    const [ann, ...creators] = await people(12);
    for (const { username } of creators.slice(0, 10)) await setFollow(world.scope(ann!), username, true);
    const refusal = await setFollow(world.scope(ann!), creators[10]!.username, true).catch((error) => error);
    expect(refusal).toBeInstanceOf(Refused);
    const href = `/subscriptions?from=/creators/${creators[10]!.username}`;
    expect(refusal).toMatchObject({ status: 409, link: { href } });
    expect(refusal.message).toMatch(/follows up to 10 creators/);
    // A creator who is followed may be requested again, and unfollowing frees a place.
    expect(await setFollow(world.scope(ann!), creators[0]!.username, true)).toMatchObject({
      following: true,
    });
    await setFollow(world.scope(ann!), creators[0]!.username, false);
    expect(await setFollow(world.scope(ann!), creators[10]!.username, true)).toMatchObject({
      following: true,
    });
  });

  test('holds when twenty requests arrive at once', async () => {
    const [ann, ...creators] = await people(21);
    const outcomes = await Promise.allSettled(
      creators.map(({ username }) => setFollow(world.scope(ann!), username, true)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await follows(ann!)).toBe(10);
  });

  test('is read from the plan of this moment, not from the plan at the start of the request', async () => {
    const [creator, ...others] = await people(12);
    const ann = await world.person({ plan: 'premium' });
    await followFreely(ann, others);
    await setPlan(ann, 'free');
    await expect(setFollow(world.scope(ann), creator!.username, true)).rejects.toThrow(Refused);
  });

  test('after a downgrade every follow stays, and none can be added', async () => {
    const ann = await world.person({ plan: 'vip' });
    const creators = await people(13);
    for (const { username } of creators.slice(0, 12)) await setFollow(world.scope(ann), username, true);
    await setPlan(ann, 'free');
    expect(await listFollowed(world.member(ann))).toHaveLength(12);
    await expect(setFollow(world.scope(ann), creators[12]!.username, true)).rejects.toThrow(Refused);
    await setFollow(world.scope(ann), creators[0]!.username, false);
    expect(await follows(ann)).toBe(11);
  });

  test('two members who follow each other at once do not block each other', async () => {
    const [ann, bob] = await people(2);
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([
        setFollow(world.scope(ann!), bob!.username, round % 2 === 0),
        setFollow(world.scope(bob!), ann!.username, round % 2 === 0),
      ]);
    }
    expect(await followersOf(world.em(), ann!.id)).toBe(0);
  });
});

describe('as a form', () => {
  const post = async (viewer: Viewer | null, username: string, fields: Record<string, string>) =>
    world.send(button.action, viewer, `/creators/${username}/follow`, { username }, formPost(fields));
  const toastOf = async (answer: Response) =>
    world.context().cookies.flash.parse(answer.headers.get('set-cookie'));

  test('leads back to the place of the button, and says what happened', async () => {
    const [ann, creator] = await people(2);
    const back = '/creators?belt=black#creator-3';
    const answer = await post(ann!, creator!.username, { following: '1', back });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, back]);
    expect(await toastOf(answer)).toMatchObject({ kind: 'success', title: 'Following' });
    const undone = await post(ann!, creator!.username, { following: '0', back: 'https://elsewhere.example' });
    expect(undone.headers.get('location')).toBe('/');
    expect(await follows(ann!)).toBe(0);
  });

  test('at the limit the toast links to the plans', async () => {
    const [ann, creator, ...others] = await people(12);
    await followFreely(ann!, others);
    const answer = await post(ann!, creator!.username, { following: '1', back: '/creators' });
    expect(answer.headers.get('location')).toBe('/creators');
    expect(await toastOf(answer)).toMatchObject({
      kind: 'error',
      link: { href: `/subscriptions?from=/creators/${creator!.username}`, label: 'See the plans' },
    });
    expect(await follows(ann!)).toBe(10);
  });

  test('a visitor is sent to sign in and back afterwards; an unknown creator is 404', async () => {
    const creator = await world.person();
    const answer = await post(null, creator.username, { following: '1', back: '/creators' });
    expect(answer.headers.get('location')).toBe('/auth?tab=sign-in&next=%2Fcreators');
    expect((await post(await world.person(), 'nobody_here', { following: '1' })).status).toBe(404);
  });
});

test('a script that sends the form gets the words of the toast, also of a refusal with its link', async () => {
  const [ann, creator, ...others] = await people(12);
  const send = async (viewer: Viewer | null) => {
    const init = formPost({ following: '1', back: '/creators' });
    const headers = { accept: 'application/json' };
    const path = `/creators/${creator!.username}/follow`;
    const answer = await world.send(
      button.action,
      viewer,
      path,
      { username: creator!.username },
      { ...init, headers },
    );
    return [answer.status, await answer.json()];
  };
  expect(await send(null)).toMatchObject([401, { toast: { title: 'Sign in required' } }]);
  expect(await send(ann!)).toMatchObject([
    200,
    { ok: true, toast: { title: 'Following' }, data: { following: true, followers: 1 } },
  ]);
  await setFollow(world.scope(ann!), creator!.username, false);
  await followFreely(ann!, others);
  expect(await send(ann!)).toMatchObject([
    409,
    { message: expect.any(String), toast: { kind: 'error', link: { label: 'See the plans' } } },
  ]);
});

describe('as JSON', () => {
  const send = async (viewer: Viewer | null, username: string, body?: unknown, method = 'POST') =>
    world.send(call.action, viewer, `/api/creators/${username}/follow`, { username }, jsonCall(method, body));

  test('no body toggles; following is the requested state', async () => {
    const [ann, creator] = await people(2);
    const answers = [undefined, undefined, { following: true }, { following: true }];
    const states = [];
    for (const body of answers) states.push(await (await send(ann!, creator!.username, body)).json());
    expect(states).toEqual([
      { following: true, followers: 1 },
      { following: false, followers: 0 },
      { following: true, followers: 1 },
      { following: true, followers: 1 },
    ]);
  });

  test('answers errors with the right status', async () => {
    const [ann, creator, ...others] = await people(12);
    expect((await send(null, creator!.username)).status).toBe(401);
    expect((await send(ann!, ann!.username)).status).toBe(403);
    expect((await send(ann!, 'nobody_here')).status).toBe(404);
    expect((await send(ann!, creator!.username, { following: 'yes' })).status).toBe(422);
    expect((await send(ann!, creator!.username, {}, 'DELETE')).status).toBe(405);
    await followFreely(ann!, others);
    const full = await send(ann!, creator!.username, { following: true });
    expect([full.status, await full.json()]).toMatchObject([
      409,
      { message: expect.stringContaining('up to 10') },
    ]);
  });
});

import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deleteDuring, during, expectCountersToMatch } from '../../../../tests/support/database/counters.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import { NotFound, Refused, SignInRequired } from '../../../errors.ts';
import * as button from './like.action.ts';
import * as call from './like.api.ts';
import { likedIds, myLikes, setLike } from './likes.server.ts';
import * as myLikesCall from './my-likes.api.ts';

const world = testWorld();
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

describe('a like', () => {
  test('is a state: asking for it twice counts once', async () => {
    const scope = world.scope(await world.person());
    const item = await world.item();
    expect(await setLike(scope, item, true)).toEqual({ liked: true, likes: 1 });
    expect(await setLike(scope, item, true)).toEqual({ liked: true, likes: 1 });
    expect(await setLike(scope, item, false)).toEqual({ liked: false, likes: 0 });
    expect(await setLike(scope, item, false)).toEqual({ liked: false, likes: 0 });
    await expectCountersToMatch(scope.em, item);
  });

  test('can be toggled, and is counted per member', async () => {
    const [ann, bob] = [world.scope(await world.person()), world.scope(await world.person())];
    const item = await world.item();
    expect(await setLike(ann, item, 'toggle')).toEqual({ liked: true, likes: 1 });
    expect(await setLike(bob, item, 'toggle')).toEqual({ liked: true, likes: 2 });
    expect(await setLike(ann, item, 'toggle')).toEqual({ liked: false, likes: 1 });
  });

  test('is for members: a visitor is asked to sign in, and nothing is written', async () => {
    const item = await world.item();
    await expect(setLike(world.scope(), item, true)).rejects.toThrow(
      new SignInRequired('Please sign in to like content', 'Sign in required'),
    );
    expect((await expectCountersToMatch(world.em(), item)).likes).toBe(0);
  });

  test('[C8.2] one whose session has ended reads that they are logged out', async () => {
    const scope = world.scope();
    const ended = { ...scope, visitor: { ...scope.visitor, hasEndedSession: true } };
    await expect(setLike(ended, await world.item(), true)).rejects.toThrow(new SignInRequired());
  });

  test('may be given to a locked item and to one’s own', async () => {
    const viewer = await world.person();
    const locked = await world.item({ tier: 'vip' });
    const own = await world.item({ creator: viewer.id });
    expect(await setLike(world.scope(viewer), locked, true)).toEqual({ liked: true, likes: 1 });
    expect(await setLike(world.scope(viewer), own, true)).toEqual({ liked: true, likes: 1 });
  });

  test('needs a published item', async () => {
    const scope = world.scope(await world.person({ isAdmin: true }));
    for (const status of ['draft', 'withdrawn'] as const) {
      const hidden = await world.item({ status });
      await expect(setLike(scope, hidden, true)).rejects.toThrow(NotFound);
    }
    await expect(setLike(scope, 2_147_483_647, 'toggle')).rejects.toThrow(NotFound);
  });

  test('waits for a deletion of its item and does not block it', async () => {
    const [scope, item] = [world.scope(await world.person()), await world.item()];
    const answer = await deleteDuring(world.em(), item, () => setLike(scope, item, true));
    expect(answer).toBeInstanceOf(NotFound);
  });
});

describe('100 at once', () => {
  test('by 100 members all count, and all can be taken back', async () => {
    const item = await world.item();
    const people = await Promise.all(times(100, () => world.person()));
    await Promise.all(people.map((person) => setLike(world.scope(person), item, true)));
    expect((await expectCountersToMatch(world.em(), item)).likes).toBe(100);
    await Promise.all(people.map((person) => setLike(world.scope(person), item, false)));
    expect((await expectCountersToMatch(world.em(), item)).likes).toBe(0);
  });

  test.each([
    ['likes', () => true as const],
    ['likes and unlikes', (index: number) => index % 2 === 0],
    ['toggles', () => 'toggle' as const],
    ['all kinds', (index: number) => ([true, false, 'toggle'] as const)[index % 3] ?? true],
  ])('%s by one member never count more than one', async (_, desired) => {
    const viewer = await world.person();
    const item = await world.item();
    await Promise.all(times(100, (index) => setLike(world.scope(viewer), item, desired(index))));
    const { likes } = await expectCountersToMatch(world.em(), item);
    expect(likes).toBeLessThanOrEqual(1);
    const settled = await setLike(world.scope(viewer), item, true);
    expect(settled).toEqual({ liked: true, likes: 1 });
  });
});

describe('several members at once', () => {
  test('each gets what a like by itself would get, and the counters match', async () => {
    const changesOf = array(
      record({ who: nat(5), item: nat(2), desired: constantFrom(true, false, 'toggle' as const) }),
      { minLength: 2, maxLength: 12 },
    );
    const people = await Promise.all(times(6, () => world.person()));
    await assert(
      asyncProperty(changesOf, async (all) => {
        const items = await Promise.all(times(3, () => world.item()));
        const id = (at: number) => items[at] as number;
        // The first is under way alone while the others come together.
        const [first, ...others] = all.filter(
          ({ who, item }, at) => all.findIndex((each) => each.who === who && each.item === item) === at,
        );
        const set = ({ who, item, desired }: (typeof all)[number]) =>
          setLike(world.scope(people[who]), id(item), desired);
        const answers = await Promise.all([first, ...others].flatMap((each) => (each ? set(each) : [])));
        const liking = [first, ...others].filter((each) => each && each.desired !== false);
        expect(answers.filter(({ liked }) => liked)).toHaveLength(liking.length);
        for (const [at, item] of items.entries()) {
          const { likes } = await expectCountersToMatch(world.em(), item);
          expect(likes).toBe(liking.filter((each) => each?.item === at).length);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('one who used up the allowance, one without an item and one without an account stop no other', async () => {
    const item = await world.item();
    const [ann, bob, cy, dee] = await Promise.all(times(4, () => world.person()));
    world.rates.scale = 1;
    await row(world.em())`insert into rate_limits (key, until)
      values (${`like member:${bob?.id}`}, ${new Date(world.clock.at.getTime() + 3_600_000)})`;
    await row(world.em())`delete from users where id = ${dee?.id}`;
    // The first is sent alone, and the others but one of Ann's together.
    const asked = [bob, ann, ann, cy, dee].map((person, at) =>
      setLike(world.scope(person), at === 3 ? 2_147_483_647 : item, true),
    );
    const settled = await Promise.allSettled(asked);
    world.rates.scale = 10_000;
    expect(settled.map((each) => each.status === 'fulfilled' || each.reason.constructor)).toEqual([
      Refused,
      true,
      true,
      NotFound,
      NotFound,
    ]);
    expect((await expectCountersToMatch(world.em(), item)).likes).toBe(1);
  });

  test('a like that waits for a deletion keeps none waiting that comes after it', async () => {
    const [gone, item] = await Promise.all([world.item(), world.item()]);
    const [ann, bob] = await Promise.all(times(2, () => world.person()));
    const em = world.em();
    let other: unknown;
    const answer = await during(em, () => setLike(world.scope(ann), gone, true), {
      lock: () => row(em)`select from content where id = ${gone} for update`,
      change: async () => {
        // Answered while the deletion still holds its lock.
        other = await setLike(world.scope(bob), item, true);
        await row(em)`delete from content where id = ${gone}`;
      },
    });
    expect(answer).toBeInstanceOf(NotFound);
    expect(other).toEqual({ liked: true, likes: 1 });
  });
});

describe('my likes', () => {
  test('are the published items, newest like first, in pages of cards', async () => {
    const member = world.member(await world.person());
    const items = await Promise.all(times(5, () => world.item()));
    for (const item of items) {
      world.clock.at = new Date(world.clock.at.getTime() + 1000);
      await setLike(member, item, true);
    }
    const withdrawn = items.pop();
    await row(world.em())`update content set status = 'withdrawn' where id = ${withdrawn}`;
    const newestFirst = items.toReversed();
    expect(await likedIds(member)).toEqual(newestFirst);

    const first = await myLikes(member, { size: 3 });
    expect(first.items.map(({ id, liked }) => [id, liked])).toEqual(
      newestFirst.slice(0, 3).map((id) => [id, true]),
    );
    expect(first.before).toBeNull();
    const second = await myLikes(member, { size: 3, after: first.after });
    expect(second.items.map(({ id }) => id)).toEqual(newestFirst.slice(3));
    expect(second.after).toBeNull();
    const again = await myLikes(member, { size: 3, before: second.before });
    expect(again.items.map(({ id }) => id)).toEqual(newestFirst.slice(0, 3));
  });
});

describe('as a form', () => {
  const post = async (fields: Record<string, string>, facts: { visitor?: true; id?: string } = {}) => {
    const id = facts.id ?? String(await world.item());
    const viewer = facts.visitor ? null : await world.person();
    return world.send(button.action, viewer, `/content/${id}/like`, { id }, formPost(fields));
  };
  const toastOf = async (answer: Response) =>
    world.context().cookies.flash.parse(answer.headers.get('set-cookie'));

  test('[E2.76] liking leads back to the card with the toast of the specification', async () => {
    const answer = await post({ liked: '1', back: '/discover?tier=free#card-3' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/discover?tier=free#card-3');
    expect(await toastOf(answer)).toMatchObject({ title: 'Liked!', text: 'Added to your favorites' });
  });

  test('unliking says so, and a `back` to another site is not followed', async () => {
    const answer = await post({ liked: '0', back: 'https://elsewhere.example/' });
    expect(answer.headers.get('location')).toBe('/');
    expect(await toastOf(answer)).toMatchObject({ title: 'Like removed' });
  });

  test('a visitor is sent to sign in, and back to the card afterwards', async () => {
    const answer = await post({ liked: '1', back: '/discover#card-3' }, { visitor: true });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/auth?tab=sign-in&next=%2Fdiscover%23card-3');
    const words = { title: 'Sign in required', text: 'Please sign in to like content' };
    expect(await toastOf(answer)).toMatchObject(words);
  });

  test.each(['0', '-1', '1.5', '1e3', 'abc', '99999999999', '%00', "1'--"])('id %s is 404', async (id) => {
    expect((await post({ liked: '1' }, { id })).status).toBe(404);
  });

  test('an invalid state changes nothing and says so', async () => {
    const answer = await post({ liked: 'maybe' });
    expect(answer.status).toBe(303);
    expect(await toastOf(answer)).toMatchObject({ kind: 'error', text: 'Please press the heart again.' });
  });

  test('a NUL byte is refused, and only POST is accepted', async () => {
    expect((await post({ liked: '1\0' })).status).toBe(400);
    const opened = await world.send(button.loader, null, '/content/1/like', { id: '1' });
    expect([opened.status, opened.headers.get('allow')]).toEqual([405, 'POST']);
    const put = await world.send(button.action, null, '/content/1/like', { id: '1' }, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('a script that sends the same form gets the new state', async () => {
    const id = String(await world.item());
    const init = { ...formPost({ liked: '1' }), headers: { accept: 'application/json' } };
    const answer = await world.send(button.action, await world.person(), `/content/${id}/like`, { id }, init);
    expect(await answer.json()).toMatchObject({
      ok: true,
      toast: { title: 'Liked!' },
      data: { liked: true, likes: 1 },
    });
    const visitor = await world.send(button.action, null, `/content/${id}/like`, { id }, init);
    expect(visitor.status).toBe(401);
    expect(await visitor.json()).toMatchObject({ message: 'Please sign in to like content' });
  });
});

describe('as JSON', () => {
  const like = async (body?: unknown, facts: { visitor?: true; id?: string; method?: string } = {}) => {
    const id = facts.id ?? String(await world.item());
    const viewer = facts.visitor ? null : await world.person();
    return world.send(
      call.action,
      viewer,
      `/api/content/${id}/like`,
      { id },
      jsonCall(facts.method ?? 'POST', body),
    );
  };

  test('[E3.17] [E4.6] no body toggles; liked is the requested state', async () => {
    const [viewer, id] = [await world.person(), String(await world.item())];
    const send = async (body?: unknown) =>
      (
        await world.send(call.action, viewer, `/api/content/${id}/like`, { id }, jsonCall('POST', body))
      ).json();
    expect(await send()).toEqual({ liked: true, likes: 1 });
    expect(await send()).toEqual({ liked: false, likes: 0 });
    expect(await send({ liked: true })).toEqual({ liked: true, likes: 1 });
    expect(await send({ liked: true })).toEqual({ liked: true, likes: 1 });
    const mine = await world.send(myLikesCall.loader, viewer, '/api/my-likes');
    expect(await mine.json()).toEqual([Number(id)]);
  });

  test('answers errors with the right status', async () => {
    expect((await like(undefined, { visitor: true })).status).toBe(401);
    expect((await like({ liked: 'yes' })).status).toBe(422);
    expect((await like([true])).status).toBe(400);
    expect((await like(undefined, { id: '2147483647' })).status).toBe(404);
    const wrong = await like(undefined, { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await world.send(myLikesCall.loader, null, '/api/my-likes')).status).toBe(401);
    const post = await world.send(myLikesCall.action, null, '/api/my-likes', {}, jsonCall('POST', {}));
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { linkedMap } from '../../../../tests/support/map/linked-map.ts';
import { testNotifications } from '../../../../tests/support/people/notifications.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { lineOf } from '../../core/notifications/notification-text.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { chooseKinds } from '../../identity/profile/notification-choices.server.ts';
import { chooseLinks } from '../../library/map-links/choose.server.ts';
import * as following from '../follows/following.page.tsx';
import { setFollow } from '../follows/follows.server.ts';
import { setBlock } from '../messages/block.server.ts';
import * as button from './follow-position.action.ts';
import * as call from './follow-position.api.ts';
import { listMissing } from './missing.server.ts';
import {
  followedPositionsAmong,
  listFollowedPositions,
  mostFollowed,
  positionFollowers,
  setPositionFollow,
} from './position-follows.server.ts';

const world = testWorld();
const map = linkedMap(world);
const { notifyAll, texts, all } = testNotifications(world);
const hours = (n: number) => new Date(world.clock.at.getTime() + n * 3_600_000);
let guard: number;
let mount: number;

beforeAll(async () => {
  guard = await map.position('spider guard');
  mount = await map.position('mount');
});

const follow = (viewer: Viewer | null, id: number, wanted: boolean | 'toggle' = true) =>
  setPositionFollow(world.scope(viewer), id, wanted);

describe('following a position', () => {
  test('is one row, however often it is asked for, and its number follows', async () => {
    const position = await map.position('turtle');
    const [ann, bob] = [await world.person(), await world.person()];
    await Promise.all([follow(ann, position), follow(ann, position), follow(bob, position)]);
    expect(await positionFollowers(world.em(), position)).toBe(2);
    expect(await follow(ann, position, 'toggle')).toMatchObject({
      following: false,
      followers: 1,
      name: 'turtle',
    });
    expect(await follow(ann, position, false)).toMatchObject({ following: false, followers: 1 });
    expect(await followedPositionsAmong(world.scope(bob), [position, guard])).toEqual(new Set([position]));
    await row(world.em())`delete from position_follows where member_id = ${bob.id}`;
    expect(await positionFollowers(world.em(), position)).toBe(0);
  });

  test('is for members, and for positions of the map', async () => {
    const member = await world.person();
    await expect(follow(null, guard)).rejects.toThrow('Please sign in');
    await expect(follow(member, 999_999)).rejects.toThrow('Not found');
    const proposed = await map.position('a new one');
    await row(world.em())`update map_positions set state = 'proposed' where id = ${proposed}`;
    await expect(follow(member, proposed)).rejects.toThrow('Not found');
    await row(
      world.em(),
    )`update map_positions set state = 'merged', merged_into = ${guard} where id = ${proposed}`;
    expect(await follow(member, proposed)).toMatchObject({ id: guard, following: true });
  });

  test('ends at the most, also for requests of the same moment', async () => {
    const member = await world.person();
    await row(world.em())`insert into map_positions (slug, name, family)
      select 'x', 'many ' || n, 'other' from generate_series(1, ${mostFollowed}::int) n`;
    await row(world.em())`insert into position_follows (member_id, position_id)
      select ${member.id}::int, id from map_positions where name like 'many %' order by id limit ${mostFollowed - 1}`;
    const tries = await Promise.allSettled([follow(member, guard), follow(member, mount)]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await listFollowedPositions(world.member(member))).toHaveLength(mostFollowed);
  });

  test('by button, by call and on the page of what one follows', async () => {
    const member = await world.person();
    const address = `/map/p/${guard}/follow`;
    const pressed = await world.send(
      button.action,
      member,
      address,
      { id: `${guard}` },
      formPost({ following: '1' }),
    );
    expect(pressed.status).toBe(303);
    const path = `/api/map/positions/${guard}/follow`;
    const send = (body: object, viewer: Viewer | null = member, id = guard) =>
      world.send(call.action, viewer, path, { id: `${id}` }, jsonCall('POST', body));
    expect(await (await send({ following: true })).json()).toEqual({
      following: true,
      followers: expect.any(Number),
    });
    const shown = await (await world.send(following.loader, member, '/profile/following')).json();
    expect(shown.positions).toMatchObject([{ id: guard, name: 'spider guard' }]);
    expect(await (await send({})).json()).toMatchObject({ following: false });
    expect((await send({ following: 'maybe' })).status).toBe(422);
    expect((await send({ following: true }, null)).status).toBe(401);
    expect((await send({ following: true }, member, 999_999)).status).toBe(404);
  });
});

describe('an item for a position', () => {
  /** Publishes at once, as a form does: the row, the link and the notification. */
  async function publishes(
    creator: Viewer,
    facts: Parameters<typeof world.item>[0] = {},
    starts = guard,
    ends = mount,
  ) {
    const id = await world.item({ creator: creator.id, title: 'Lasso sweep', ...facts });
    await map.link(id, { starts, ends });
    await notify(world.em(), { kind: 'new-item', about: id, at: world.clock.at });
    return id;
  }
  const bia = () => world.person({ firstName: 'Bia', lastName: 'Rocha' });
  const news = 'Bia Rocha published “Lasso sweep” for “spider guard” that you follow';

  test('is told to those who follow where it starts or ends, once, and links to it', async () => {
    const [creator, fan, both, stranger] = [
      await bia(),
      await world.person(),
      await world.person(),
      await world.person(),
    ];
    await follow(fan, guard);
    await follow(both, guard);
    await follow(both, mount);
    await follow(creator, guard);
    await setFollow(world.scope(both), creator.username, true);
    const id = await publishes(creator);
    await notifyAll({ times: 2 });
    await notify(world.em(), { kind: 'new-item', about: id, at: world.clock.at, stage: 'positions' });
    await notifyAll();
    expect(await texts(fan)).toEqual([news]);
    expect((await all(fan)).map((each) => [each.kind, each.event, lineOf(each).address])).toEqual([
      ['position', 'taught', `/content/${id}`],
    ]);
    // Who follows the creator too has one line.
    expect(await texts(both)).toEqual(['Bia Rocha published “Lasso sweep”']);
    expect(await texts(stranger)).toEqual([]);
    expect(await texts(creator)).toEqual([]);
  });

  test('is not told to who blocked its creator, switched the kind off or stopped', async () => {
    const creator = await bia();
    await world.item({ creator: creator.id });
    const [blocking, silent, stopped] = [await world.person(), await world.person(), await world.person()];
    for (const each of [blocking, silent, stopped]) await follow(each, mount);
    await setBlock(world.member(blocking), creator.username, true);
    await chooseKinds(world.member(silent), ['new-item', 'message']);
    await follow(stopped, mount, false);
    await publishes(creator);
    await notifyAll();
    for (const each of [blocking, silent, stopped]) expect(await texts(each)).toEqual([]);
  });

  test('is first told to VIPs, and to the others when it opens', async () => {
    const creator = await bia();
    const [vip, free] = [await world.person({ plan: 'vip' }), await world.person()];
    for (const each of [vip, free]) await follow(each, guard);
    await publishes(creator, { earlyUntil: hours(2) });
    await notifyAll();
    expect([await texts(vip), await texts(free)]).toEqual([[news], []]);
    world.clock.at = hours(2);
    await notifyAll();
    expect([await texts(vip), await texts(free)]).toEqual([[news], [news]]);
  });

  test.each(['draft', 'private', 'withdrawn', 'suspended'])(
    'is told to no one while it is %s',
    async (status) => {
      const fan = await world.person();
      await follow(fan, mount);
      const id = await world.item({ creator: (await bia()).id, status: 'draft' });
      await row(world.em())`update content set status = ${status},
      made_for = case when ${status} = 'private' then creator_id end where id = ${id}`;
      await map.link(id, { starts: mount });
      await notify(world.em(), { kind: 'new-item', about: id, at: world.clock.at });
      await notifyAll();
      expect(await texts(fan)).toEqual([]);
    },
  );

  test('that was put on the map after it was published is told then, but not an old one', async () => {
    const [creator, fan] = [await bia(), await world.person()];
    await follow(fan, guard);
    const day = 24;
    const [fresh, old] = [
      await world.item({ creator: creator.id, title: 'Lasso sweep', publishedAt: hours(-2 * day) }),
      await world.item({ creator: creator.id, title: 'An old one', publishedAt: hours(-8 * day) }),
    ];
    const admirer = await world.person();
    await setFollow(world.scope(admirer), creator.username, true);
    for (const id of [old, fresh])
      await chooseLinks(world.member(creator), id, { asked: { startsIn: 'spider guard' }, choices: {} });
    await notifyAll();
    expect(await texts(fan)).toEqual([news]);
    // They heard of it when it was published, or came later.
    expect(await texts(admirer)).toEqual([]);
    await chooseLinks(world.member(creator), fresh, { asked: { startsIn: '' }, choices: {} });
    await chooseLinks(world.member(creator), fresh, { asked: { startsIn: 'spider guard' }, choices: {} });
    await notifyAll();
    expect(await texts(fan)).toEqual([news]);
  });
});

test('missing here: what no published item begins or ends in, the most followed first, in pages', async () => {
  const [plain, wanted, taught, draft] = [
    await map.position('missing plain'),
    await map.position('missing wanted'),
    await map.position('missing taught'),
    await map.position('missing draft'),
  ];
  await map.transition('out of it', wanted, plain);
  await follow(await world.person(), wanted);
  await map.link(await world.item(), { ends: taught });
  await map.link(await world.item({ status: 'draft' }), { starts: draft });
  const seen: { id: number; ways: { name: string }[]; followers: number }[] = [];
  for (let after: number | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page: Awaited<ReturnType<typeof listMissing>> = await listMissing(world.scope(), {
      size: 50,
      after,
    });
    seen.push(...page.positions);
    after = page.after;
  }
  const ids = seen.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect([plain, wanted, taught, draft].map((id) => ids.includes(id))).toEqual([true, true, false, true]);
  expect(ids.indexOf(wanted)).toBeLessThan(ids.indexOf(plain));
  expect(seen.find(({ id }) => id === wanted)).toMatchObject({ followers: 1, ways: [{ name: 'out of it' }] });
});

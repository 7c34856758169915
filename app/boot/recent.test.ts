import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { row } from '../../tests/support/sql.ts';
import { testWorld } from '../../tests/support/world.ts';
import { type Listener, openListener } from '../db/listen.server.ts';
import { hashOf } from '../features/identity/accounts/tokens.server.ts';
import { beginSession, endSessions, viewerFinder } from '../features/identity/sessions/sessions.server.ts';
import { frameFactsOf } from '../features/site/frame/frame-facts.server.ts';
import { mayReadRecent, openRecent } from './recent.server.ts';

const world = testWorld();
const findViewer = viewerFinder(frameFactsOf);
/** Two processes of one site. */
let listeners: Listener[];
let processes: ReturnType<typeof openRecent>[];
beforeAll(async () => {
  listeners = [0, 1].map(() => openListener({ url: world.database.url }));
  // Nothing becomes two seconds old by itself.
  processes = listeners.map((each) => openRecent(each, () => 0));
  await vi.waitFor(() => expect(listeners.every(({ isListening }) => isListening)).toBe(true), 20_000);
});
afterAll(() => Promise.all(listeners.map((each) => each.close())));

const session = (userId: number) =>
  beginSession(world.em(), userId, { now: world.clock.at, agent: null, address: '127.0.0.1' });

/** What a process says of a session in a request that only looks. */
const look = (at: number, token: string) => {
  const read = () => findViewer(world.em(), token, world.clock.at);
  const asked = processes[at] as ReturnType<typeof openRecent>;
  return asked.viewer(hashOf(token), read);
};
const soon = (at: number, token: string, holds: (found: Awaited<ReturnType<typeof look>>) => boolean) =>
  expect.poll(async () => holds(await look(at, token))).toBe(true);

describe('the other process hears', () => {
  test('that a member signed out everywhere, and refuses', async () => {
    const { id } = await world.person();
    const token = await session(id);
    for (const at of [0, 1]) expect((await look(at, token))?.viewer.id).toBe(id);
    await endSessions(world.em(), id);
    await soon(1, token, (found) => found === null);
  });

  test.each([
    ['is suspended', (id: number) => row(world.em())`update users set status = 'suspended' where id = ${id}`],
    ['has another plan', (id: number) => row(world.em())`update users set plan = 'vip' where id = ${id}`],
    [
      'has a notification',
      (id: number) =>
        row(world.em())`insert into notifications (user_id, kind, event, about_id, key, newest, at, moved)
          values (${id}, 'follow', 'follow', 1, 'a key', 1, now(), 1)`,
    ],
    [
      'set up a second factor',
      (id: number) =>
        row(world.em())`insert into second_factors (user_id, sealed_secret, made_at, confirmed_at)
          values (${id}, 'x', now(), now())`,
    ],
  ])('that a member %s', async (_what, change) => {
    const { id } = await world.person();
    const token = await session(id);
    const before = JSON.stringify(await look(1, token));
    const asked = vi.fn(async () => null);
    const known = () => processes[1]?.viewer(hashOf(token), asked);
    await known();
    expect(asked).not.toHaveBeenCalled();
    await change(id);
    await expect
      .poll(async () => {
        await known();
        return asked.mock.calls.length;
      })
      .toBeGreaterThan(0);
    expect(before).toContain(`"id":${id}`);
  });

  test('that an item changed', async () => {
    const item = await world.item();
    const reads = processes[1]?.readsFor(null);
    const title = async () =>
      (await row<{ title: string }>(world.em())`select title from content where id = ${item}`)?.title;
    await reads?.ofAll('title', title);
    await row(world.em())`update content set title = 'Another' where id = ${item}`;
    await expect.poll(() => reads?.ofAll('title', title)).toBe('Another');
  });
});

test('the process that changed something knows it before it answers', async () => {
  const { id } = await world.person();
  const token = await session(id);
  await look(0, token);
  const viewer = (await look(0, token))?.viewer ?? null;
  const answer = Object.assign(new EventEmitter(), { writeHead: vi.fn() }) as unknown as ServerResponse;
  processes[0]?.forgetBefore(answer, viewer);
  const asked = vi.fn(async () => null);
  await processes[0]?.viewer(hashOf(token), asked);
  expect(asked).not.toHaveBeenCalled();
  answer.writeHead(303);
  await processes[0]?.viewer(hashOf(token), asked);
  expect(asked).toHaveBeenCalledOnce();
});

test('what an admin changes is known of all members before the answer', async () => {
  const [member, admin] = [await world.person(), await world.person({ isAdmin: true })];
  const token = await session(member.id);
  await look(0, token);
  const answer = Object.assign(new EventEmitter(), { writeHead: vi.fn() }) as unknown as ServerResponse;
  processes[0]?.forgetBefore(answer, admin);
  answer.writeHead(303);
  const asked = vi.fn(async () => null);
  await processes[0]?.viewer(hashOf(token), asked);
  expect(asked).toHaveBeenCalledOnce();
});

test('admins, unknown sessions and the facts of another member are asked for every time', async () => {
  const admin = await world.person({ isAdmin: true });
  const token = await session(admin.id);
  await look(0, token);
  await row(world.em())`update users set is_admin = false where id = ${admin.id}`;
  expect((await look(0, token))?.viewer.isAdmin).toBe(false);

  const [one, other] = [await world.person(), await world.person()];
  expect(await processes[0]?.readsFor(one).ofViewer('name', async () => 'one')).toBe('one');
  expect(await processes[0]?.readsFor(other).ofViewer('name', async () => 'other')).toBe('other');
  expect(await processes[0]?.readsFor(null).ofViewer('name', async () => 'visitor')).toBe('visitor');
});

const looking = ['/', '/discover?search=guard', '/content/7', '/creators/ann', '/api/user', '/api/content/7'];
const others = [
  ...['/admin', '/checkout/7', '/checkout/return', '/subscribe', '/account', '/account/security', '/library'],
  ...['/media/a/full.webp', '/messages', '/notifications', '/studio', '/studio/earnings', '/requests'],
  ...['/content/7/edit', '/content/7/media/1/download', '/api/my-purchases', '/logout', '/upload'],
];

test('only addresses at which a member looks at the library are answered from recent reads', () => {
  const may = (method: string, url: string) => mayReadRecent({ method, url } as IncomingMessage);
  expect(looking.filter((url) => !may('GET', url))).toEqual([]);
  expect(others.filter((url) => may('GET', url))).toEqual([]);
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD'])
    expect(looking.filter((url) => may(method, url))).toEqual([]);
});

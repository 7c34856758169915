import { describe, expect, test } from 'vitest';
import { testNotifications } from '../../../../tests/support/people/notifications.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { countUnread } from '../../community/messages/unread.server.ts';
import { kinds } from './event-kinds.ts';
import * as choices from './kinds.api.ts';
import * as calls from './notifications.api.ts';
import * as page from './notifications.page.tsx';
import { notify } from './notify.server.ts';
import * as one from './open.page.tsx';
import * as read from './read.action.ts';
import * as readCall from './read.api.ts';

const world = testWorld();
const { notifyAll, unread, all } = testNotifications(world);

/** A member with notifications of so many sales, `Sale 1` first. Refunds are not joined in one line. */
async function linesOf(sales: number, event: 'sold' | 'refunded' = 'sold') {
  const member = await world.person();
  const { at } = world.clock;
  for (let about = 1; about <= sales; about += 1) {
    const title = `Sale ${about}`;
    await notify(world.em(), { kind: 'sale', event, to: member.id, about, title, at });
  }
  await notifyAll();
  return member;
}
const here = '/notifications';
const seen = async (viewer: Viewer, query = '') =>
  (await world.send(page.loader, viewer, here + query)).json();
const press = (viewer: Viewer, fields: Record<string, string>, init: RequestInit = {}) =>
  world.send(read.action, viewer, `${here}/read`, {}, { ...formPost(fields), ...init });
const newest = async (viewer: Viewer) => (await all(viewer))[0]?.id ?? 0;
const open = (viewer: Viewer, id: number, init: RequestInit = {}) =>
  world.send(one.loader, viewer, `${here}/${id}`, { id: String(id) }, init);

describe('the page', () => {
  test('shows the newest first, and opening it marks nothing', async () => {
    const member = await linesOf(2, 'refunded');
    const shown = await seen(member);
    expect(shown.notices).toMatchObject([
      {
        text: 'A sale of “Sale 2” was refunded',
        isRead: false,
        href: `/notifications/${await newest(member)}`,
      },
      { text: 'A sale of “Sale 1” was refunded' },
    ]);
    expect((await seen(member)).unreadLeft).toEqual({ messages: 0, notifications: 2 });
  });

  test('is cut into pages that new notifications do not shift', async () => {
    const member = await linesOf(30, 'refunded');
    const first = await seen(member);
    await notify(world.em(), { kind: 'sale', event: 'sold', to: member.id, about: 99, at: world.clock.at });
    await notifyAll();
    const second = await seen(member, first.further.slice(here.length));
    const texts = [...first.notices, ...second.notices].map(({ text }: { text: string }) => text);
    expect(texts).toEqual(Array.from({ length: 30 }, (_, n) => `A sale of “Sale ${30 - n}” was refunded`));
    expect([second.further, second.start, second.upTo]).toEqual([null, '/notifications', null]);
    expect(await seen(member, '?after=nonsense')).toMatchObject({ start: '/notifications' });
  });

  test('marks one, and all that were shown on it', async () => {
    const member = await linesOf(3);
    const { upTo } = await seen(member);
    const answer = await press(member, { id: String(await newest(member)), back: `${here}#notice-1` });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${here}#notice-1`]);
    expect(await unread(member)).toEqual(['You sold “Sale 2”', 'You sold “Sale 1”']);
    await notify(world.em(), { kind: 'sale', event: 'sold', to: member.id, about: 9, at: world.clock.at });
    await notifyAll();
    const script = await press(member, { upTo: String(upTo) }, { headers: { accept: 'application/json' } });
    expect(await script.json()).toMatchObject({ ok: true, data: { unread: 1 } });
    expect(await unread(member)).toEqual(['You sold something']);
  });

  test.each<Record<string, string>>([{}, { id: '0' }, { id: 'x' }, { upTo: '1e99' }])(
    'refuses %j',
    async (fields) => {
      const member = await linesOf(1);
      expect((await press(member, fields, { headers: { accept: 'application/json' } })).status).toBe(400);
      expect(await unread(member)).toHaveLength(1);
    },
  );

  test('opens one: it is marked as read and leads to its subject; HEAD and prefetch mark nothing', async () => {
    const member = await linesOf(1);
    const id = await newest(member);
    for (const init of [{ method: 'HEAD' }, { headers: { 'sec-purpose': 'prefetch' } }, {}]) {
      expect(await unread(member)).toHaveLength(1);
      const answer = await open(member, id, init);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/studio/earnings#sales']);
    }
    expect(await unread(member)).toEqual([]);
    expect((await seen(member)).notices).toMatchObject([{ href: '/studio/earnings#sales' }]);
  });

  test('answers 404 for another member’s', async () => {
    const [member, stranger] = [await linesOf(1), await linesOf(0)];
    const id = await newest(member);
    expect((await open(stranger, id)).status).toBe(404);
    expect((await open(stranger, 4_294_967_296)).status).toBe(404);
    expect((await press(stranger, { id: String(id) })).status).toBe(404);
    const { upTo } = await seen(member);
    await press(stranger, { upTo: String(upTo) });
    expect(await unread(member)).toHaveLength(1);
    expect((await seen(stranger)).notices).toEqual([]);
    expect((await open(null as never, id)).headers.get('location')).toContain('/auth');
  });

  test('saves the chosen kinds, also none, and shows a wrong form again', async () => {
    const member = await linesOf(0);
    const post = (fields: [string, string][]) =>
      world.send(page.action, member, here, {}, { method: 'POST', body: new URLSearchParams(fields) });
    expect((await seen(member)).wanted).toEqual(kinds);
    for (const wanted of [['sale', 'message'], ['rating'], []]) {
      expect((await post(wanted.map((kind) => ['kinds', kind]))).status).toBe(303);
      expect((await seen(member)).wanted.toSorted()).toEqual(wanted.toSorted());
    }
    const wrong = await post([['kinds', 'gossip']]);
    expect(wrong.status).toBe(422);
    expect(JSON.stringify(await wrong.json())).toContain(`There are these kinds: ${kinds.join(', ')}`);
  });
});

describe('the calls', () => {
  const get = (viewer: Viewer | null, query = '') => world.send(calls.loader, viewer, `/api${here}${query}`);
  const mark = (viewer: Viewer, body: unknown) =>
    world.send(readCall.action, viewer, `/api${here}/read`, {}, jsonCall('POST', body));
  const choose = (viewer: Viewer, body: unknown) =>
    world.send(choices.action, viewer, `/api${here}/kinds`, {}, jsonCall('PUT', body));

  test('list as the page does', async () => {
    const member = await linesOf(3);
    const first = await get(member, '?limit=2');
    expect(await first.json()).toMatchObject([
      {
        kind: 'sale',
        event: 'sold',
        count: 1,
        text: 'You sold “Sale 3”',
        address: '/studio/earnings#sales',
        by: null,
        at: world.clock.at.toISOString(),
        isRead: false,
      },
      { text: 'You sold “Sale 2”' },
    ]);
    const [, next = ''] = /\?(.*)>/.exec(first.headers.get('link') ?? '') ?? [];
    expect(await (await get(member, `?${next}`)).json()).toMatchObject([{ text: 'You sold “Sale 1”' }]);
    expect(await unread(member)).toHaveLength(3);
    expect((await get(null)).status).toBe(401);
  });

  test('mark some or all, and no other member’s', async () => {
    const [member, stranger] = [await linesOf(3), await linesOf(1)];
    const id = await newest(member);
    expect(await (await mark(member, { ids: [id, id] })).json()).toEqual({ unread: 2 });
    expect((await mark(stranger, { ids: [await newest(stranger), id] })).status).toBe(404);
    expect(await countUnread(world.scope(stranger))).toMatchObject({ notifications: 1 });
    expect(await (await mark(member, { all: true })).json()).toEqual({ unread: 0 });
    for (const wrong of [
      {},
      { ids: [] },
      { ids: ['1'] },
      { all: false },
      { ids: [id], all: true },
      { ids: [0] },
    ]) {
      expect((await mark(member, wrong)).status).toBe(422);
    }
  });

  test('return and set the kinds', async () => {
    const member = await linesOf(0);
    expect(await (await choose(member, { kinds: ['sale', 'sale'] })).json()).toEqual({ kinds: ['sale'] });
    const got = await world.send(choices.loader, member, `/api${here}/kinds`);
    expect(await got.json()).toEqual({ kinds: ['sale'] });
    for (const wrong of [{}, { kinds: 'sale' }, { kinds: ['gossip'] }]) {
      expect((await choose(member, wrong)).status).toBe(422);
    }
  });
});

import { describe, expect, test } from 'vitest';
import { form, type Part, picture } from '../../../../tests/support/media/upload-form.ts';
import { conversations } from '../../../../tests/support/people/conversations.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as block from './block.action.ts';
import * as blocked from './blocked.page.tsx';
import * as blocks from './blocks.api.ts';
import * as call from './conversation.api.ts';
import * as calls from './messages.api.ts';
import * as list from './messages.page.tsx';
import { countUnread } from './unread.server.ts';

const world = testWorld();

const { creator, pair, address, open, post, seen, mediaOf } = conversations(world);

describe('the page', () => {
  test('sends, shows the newest last with read marks, and says why one cannot write', async () => {
    const [fan, athlete] = await pair();
    const sent = await post(fan, athlete, [['text', ' Hi <b>you</b>\r\nhttps://evil.example ']]);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${address(athlete)}#newest`]);
    await post(fan, athlete, [['text', 'Second']]);
    const mine = await seen(fan, athlete);
    expect(mine.messages).toMatchObject([
      { text: 'Hi <b>you</b>\nhttps://evil.example', isOwn: true, isRead: false },
      { text: 'Second' },
    ]);
    expect(await countUnread(world.scope(athlete))).toMatchObject({ messages: 2 });
    expect(await seen(athlete, fan)).toMatchObject({
      unreadLeft: { messages: 0 },
      person: { verdict: 'yes' },
    });
    expect((await seen(fan, athlete)).messages).toMatchObject([{ isRead: true }, { isRead: true }]);
  });

  test('marks as read only when a person opens it, not by HEAD or a prefetch', async () => {
    const [fan, athlete] = await pair();
    await post(fan, athlete, [['text', 'Hello']]);
    await open(athlete, fan, { method: 'HEAD' });
    await open(athlete, fan, { headers: { 'sec-purpose': 'prefetch' } });
    await world.send(call.loader, athlete, `/api${address(fan)}`, { username: fan.username });
    expect(await countUnread(world.scope(athlete))).toMatchObject({ messages: 1 });
    await open(athlete, fan);
    expect(await countUnread(world.scope(athlete))).toMatchObject({ messages: 0 });
  });

  test.each([
    ['nothing', '', 'Please write something.'],
    ['signs without ink', ' \u200b\u2800 ', 'Please write something.'],
    ['too much', 'x'.repeat(2001), 'A message can have at most 2000 characters.'],
  ])('refuses %s and keeps what was typed', async (_, text, message) => {
    const [fan, athlete] = await pair();
    const answer = await post(fan, athlete, [
      ['text', text],
      ['attempt', 'a'],
    ]);
    expect(answer.status).toBe(422);
    const { error, initialValue } = (await answer.json()).form;
    expect([error.text[0], initialValue.text, initialValue.attempt]).toEqual([message, text, 'a']);
  });

  test('a free member who posts by hand to start a conversation reads what would allow it', async () => {
    const [free, athlete] = [await world.person(), await creator()];
    expect(await seen(free, athlete)).toMatchObject({ person: { verdict: 'plan' }, messages: [] });
    const answer = await post(free, athlete, [
      ['text', 'Hi'],
      ['pictures', await picture(), 'a.png'],
    ]);
    expect(answer.status).toBe(422);
    expect((await answer.json()).form.error[''][0]).toMatch(/Premium and VIP Elite members start/);
    expect(await mediaOf(free)).toMatchObject({ n: 0 });
  });

  test('is 404 for an unknown member, one without published items, and oneself', async () => {
    const [fan, athlete] = await pair();
    expect((await open(fan, await world.person())).status).toBe(404);
    expect((await open(fan, { ...athlete, username: 'nobody_here' })).status).toBe(404);
    expect((await open(fan, fan)).status).toBe(403);
  });

  test('blocks and unblocks by the same button', async () => {
    const [fan, athlete] = await pair();
    const press = (blocked: string) =>
      world.send(
        block.action,
        fan,
        `${address(athlete)}/block`,
        { username: athlete.username },
        formPost({ blocked }),
      );
    expect((await press('1')).headers.get('location')).toBe(address(athlete));
    expect((await seen(fan, athlete)).person).toMatchObject({ verdict: 'blocked', isBlocked: true });
    expect((await post(fan, athlete, [['text', 'x']])).status).toBe(422);
    await press('0');
    expect((await seen(fan, athlete)).person).toMatchObject({ verdict: 'yes' });
    expect((await press('maybe')).status).toBe(303);
  });
});

const change = (viewer: Viewer, other: Viewer, body: unknown) =>
  world.send(
    call.action,
    viewer,
    `/api${address(other)}`,
    { username: other.username },
    jsonCall('PATCH', body),
  );

test('any member can be blocked, such as the author of a comment, and is found again to be unblocked', async () => {
  const [fan, other, third] = [
    await world.person(),
    await world.person({ firstName: 'Eve' }),
    await world.person(),
  ];
  const press = (username: string, blocked: string) =>
    world.send(
      block.action,
      fan,
      `/messages/${username}/block`,
      { username },
      formPost({ blocked, back: '/profile/blocked' }),
    );
  const listed = async (viewer: Viewer) =>
    (await (await world.send(blocked.loader, viewer, '/profile/blocked')).json()).members.map(
      ({ username }: { username: string }) => username,
    );
  expect((await press(other.username, '1')).headers.get('location')).toBe('/profile/blocked');
  expect((await change(fan, third, { blocked: true })).status).toBe(200);
  expect(await listed(fan)).toEqual([third.username, other.username]);
  expect(await listed(other)).toEqual([]);
  const page = await world.send(blocks.loader, fan, '/api/blocks?limit=1');
  expect(await page.json()).toMatchObject([{ username: third.username }]);
  expect(page.headers.get('link')).toContain('cursor=');
  await press(other.username, '0');
  await press(third.username, '0');
  expect(await listed(fan)).toEqual([]);
  expect((await change(fan, fan, { blocked: true })).status).toBe(403);
  for (const unknown of ['nobody_here', '../x', '']) {
    const answer = await change(fan, { ...other, username: unknown }, { blocked: true });
    expect([unknown, answer.status]).toEqual([unknown, 404]);
  }
});

describe('the calls', () => {
  const send = (viewer: Viewer | null, body: unknown) =>
    world.send(calls.action, viewer, '/api/messages', {}, jsonCall('POST', body));
  test('write, list, read and block as the pages do', async () => {
    const [fan, athlete] = await pair();
    const hello = { to: athlete.username, text: 'Hello', attempt: 'one' };
    const [sent, again] = [await send(fan, hello), await send(fan, hello)];
    const { id } = await sent.json();
    expect([sent.status, again.status, await again.json()]).toEqual([201, 200, { id, isNew: false }]);
    const path = `/api${address(fan)}`;
    const params = { username: fan.username };
    const own = await (await world.send(calls.loader, athlete, '/api/messages')).json();
    expect(own).toMatchObject([
      { with: { username: fan.username }, unread: 1, last: { text: 'Hello', isOwn: false } },
    ]);
    const answered = await world.send(call.action, athlete, path, params, jsonCall('POST', { text: 'Hi' }));
    expect(answered.status).toBe(201);
    expect(await (await world.send(call.loader, athlete, path, params)).json()).toMatchObject([
      { text: 'Hi', isOwn: true, isRead: false, pictures: [] },
      { id, text: 'Hello' },
    ]);
    expect(await (await change(athlete, fan, { readUpTo: id })).json()).toEqual({ blocked: false });
    expect(await countUnread(world.scope(athlete))).toMatchObject({ messages: 0 });
    expect(await (await change(athlete, fan, { blocked: true })).json()).toEqual({ blocked: true });
    expect((await send(fan, { ...hello, text: 'Hey?' })).status).toBe(422);
  });

  test('take pictures, and keep none of a refused one', async () => {
    const [fan, athlete] = await pair();
    const parts = async (text: string): Promise<Part[]> => [
      ['to', athlete.username],
      ['text', text],
      ['pictures', await picture(), 'a.png'],
    ];
    const upload = async (text: string) =>
      world.send(calls.action, fan, '/api/messages', {}, form(await parts(text)));
    expect((await upload('')).status).toBe(422);
    expect(await mediaOf(fan)).toMatchObject({ n: 0 });
    expect((await upload('Look')).status).toBe(201);
    const [shown] = await (
      await world.send(call.loader, fan, `/api${address(athlete)}`, { username: athlete.username })
    ).json();
    expect(shown.pictures).toEqual([expect.stringContaining('.jpg')]);
  });

  test('answer errors with the right status', async () => {
    const [fan, athlete] = await pair();
    const to = athlete.username;
    expect((await send(null, { to, text: 'x' })).status).toBe(401);
    for (const [body, status] of [
      [{ to }, 422],
      [{ text: 'x' }, 422],
      [{ to, text: { a: 1 } }, 422],
      [{ to, text: 'x', attempt: 'x'.repeat(65) }, 422],
      [{ to: 'nobody_here', text: 'x' }, 404],
      [{ to: fan.username, text: 'x' }, 403],
      [[1], 400],
    ] as const) {
      expect((await send(fan, body)).status, JSON.stringify(body)).toBe(status);
    }
    expect((await send(await world.person(), { to, text: 'x' })).status).toBe(422);
    for (const body of [{}, { readUpTo: -1 }, { readUpTo: 'x' }, { blocked: 'perhaps' }]) {
      expect((await change(fan, athlete, body)).status, JSON.stringify(body)).toBe(422);
    }
  });
});

test('the list says who may start, and shows what is unread', async () => {
  const [fan, athlete] = await pair();
  const shown = async (viewer: Viewer) => (await world.send(list.loader, viewer, '/messages')).json();
  expect(await shown(athlete)).toMatchObject({ conversations: [], mayStart: false, mails: true });
  await post(fan, athlete, [['text', 'Hello']]);
  expect(await shown(athlete)).toMatchObject({
    conversations: [{ username: fan.username, unread: 1, text: 'Hello', isOwn: false }],
  });
  expect(await shown(fan)).toMatchObject({ mayStart: true, conversations: [{ unread: 0, isOwn: true }] });
});

import { describe, expect, test } from 'vitest';
import { untilLocked } from '../../../../tests/support/database/waiting.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { setBlock } from './block.server.ts';
import { listConversations } from './conversations.server.ts';
import { sendMessage } from './send.server.ts';
import { markRead, readThread } from './thread.server.ts';
import { countUnread } from './unread.server.ts';

const world = testWorld();

const write = (from: Viewer, to: Viewer, text = 'Hello', attempt?: string) =>
  sendMessage(world.member(from), to.username, { text, attempt });
const said = async (from: Viewer, to: Viewer) => {
  try {
    await write(from, to);
    return 'sent';
  } catch (error) {
    return (error as Error).message.replace(/^[A-Z]\w+ Person\d+/, 'Pat');
  }
};
const creator = async (plan: 'free' | 'premium' = 'free') => {
  const made = await world.person({ plan });
  await world.item({ creator: made.id });
  return made;
};
const page = { size: 30, after: null };
const thread = (viewer: Viewer, other: Viewer) => readThread(world.member(viewer), other.username, page);
const unread = async (viewer: Viewer) => (await countUnread(world.scope(viewer))).messages;
const suspend = (viewer: Viewer) =>
  row(world.em())`update users set status = 'suspended' where id = ${viewer.id}`;

const away = 'Pat cannot receive messages at the moment.';
const plan = /^Premium and VIP Elite members start conversations with athletes/;

describe('who may write to whom', () => {
  test.each([
    ['free', 'creator', plan],
    ['premium', 'creator', 'sent'],
    ['vip', 'creator', 'sent'],
    ['free', 'member', 'Not found'],
    ['premium', 'member', 'Not found'],
    ['vip', 'member', 'Not found'],
  ] as const)('a %s member starts a conversation with a %s: %s', async (own, whom, answer) => {
    const [viewer, other] = [
      await world.person({ plan: own }),
      whom === 'creator' ? await creator() : await world.person(),
    ];
    expect(await said(viewer, other)).toEqual(
      typeof answer === 'string' ? answer : expect.stringMatching(answer),
    );
    await suspend(other);
    expect(await said(viewer, other)).toBe(answer === 'sent' ? away : 'Not found');
  });

  test('a free creator may answer, but not start', async () => {
    const [fan, athlete] = [await world.person({ plan: 'premium' }), await creator()];
    expect(await said(athlete, fan)).toBe('Not found');
    expect(await said(fan, athlete)).toBe('sent');
    expect(await said(athlete, fan)).toBe('sent');
    const thanks = await thread(fan, athlete);
    expect(thanks.items.map(({ isOwn }) => isOwn)).toEqual([false, true]);
  });

  test('a member who lost the plan may go on in conversations that were answered, and only there', async () => {
    const fan = await world.person({ plan: 'premium' });
    const [silent, kind] = [await creator(), await creator()];
    await write(fan, silent);
    await write(fan, kind);
    await write(kind, fan, 'Welcome');
    const lapsed = { ...fan, plan: 'free' as const };
    expect(await said(lapsed, kind)).toBe('sent');
    expect(await said(lapsed, silent)).toMatch(plan);
  });

  test('a message to oneself or to an unknown member is refused', async () => {
    const own = await creator('premium');
    await expect(write(own, own)).rejects.toThrow('You cannot write to yourself.');
    for (const username of ['nobody_here', '', "x' or 1=1", 'x'.repeat(200)]) {
      await expect(sendMessage(world.member(own), username, { text: 'x' })).rejects.toThrow('Not found');
    }
  });

  test('a block refuses new messages without naming the block, hides nothing, and can be ended', async () => {
    const [fan, athlete] = [await world.person({ plan: 'vip' }), await creator()];
    await write(fan, athlete, 'First');
    await setBlock(world.member(athlete), fan.username, true);
    await setBlock(world.member(athlete), fan.username, true);
    expect(await said(fan, athlete)).toBe(away);
    expect(await said(athlete, fan)).toMatch(/^You blocked/);
    for (const [one, other] of [
      [fan, athlete],
      [athlete, fan],
    ] as const) {
      expect((await thread(one, other)).items.map(({ text }) => text)).toEqual(['First']);
    }
    expect((await thread(fan, athlete)).person).toMatchObject({ verdict: 'away', isBlocked: false });
    await setBlock(world.member(athlete), fan.username, false);
    expect(await said(fan, athlete)).toBe('sent');
  });

  test('a member may block a creator before any message', async () => {
    const [one, other] = [await creator('premium'), await creator('premium')];
    await setBlock(world.member(one), other.username, true);
    expect(await said(other, one)).toBe(away);
  });
});

describe('sending', () => {
  test('the same form sends one message; other words, or another receiver, make another', async () => {
    const [fan, one, two] = [await world.person({ plan: 'vip' }), await creator(), await creator()];
    const first = await write(fan, one, 'Hello', 'form 1');
    const again = await write(fan, one, 'Hello', 'form 1');
    expect([first.isNew, again]).toEqual([true, { id: first.id, isNew: false }]);
    expect((await write(fan, one, 'Something else', 'form 1')).isNew).toBe(true);
    expect((await write(fan, two, 'Hello', 'form 1')).isNew).toBe(true);
    expect((await thread(fan, one)).items).toHaveLength(2);
  });

  test('pressed twice at the same moment it is sent once, and two first messages make one conversation', async () => {
    const [one, other] = [await creator('premium'), await creator('premium')];
    const repeats = await Promise.all([
      ...Array.from({ length: 4 }, () => write(one, other, 'Hi', 'same')),
      ...Array.from({ length: 4 }, (_, n) => write(other, one, `Hey ${n}`)),
    ]);
    expect(repeats.filter(({ isNew }) => isNew)).toHaveLength(5);
    expect(new Set(repeats.slice(0, 4).map(({ id }) => id)).size).toBe(1);
    expect(
      await row(world.em())`select count(*)::int as n from conversations
      where ${one.id}::int in (low_id, high_id)`,
    ).toEqual({ n: 1 });
    expect([await unread(one), await unread(other)]).toEqual([4, 1]);
  });

  test('a hundred messages and twenty new conversations a day; sending the same form again costs nothing', async () => {
    world.rates.scale = 1;
    try {
      const [fan, athlete] = [await world.person({ plan: 'vip' }), await creator()];
      for (let n = 0; n < 100; n += 1) await write(fan, athlete, `${n}`, 'a');
      await expect(write(fan, athlete, 'one more')).rejects.toMatchObject({ status: 429 });
      expect((await write(fan, athlete, '5', 'a')).isNew).toBe(false);
      const greeter = await world.person({ plan: 'vip' });
      for (let n = 0; n < 20; n += 1) await write(greeter, await creator());
      await expect(write(greeter, await creator())).rejects.toMatchObject({ status: 429 });
    } finally {
      world.rates.scale = 10_000;
    }
  });
});

describe('reading', () => {
  test('unread counts stay right while one member writes and the other reads', async () => {
    const [fan, athlete] = [await world.person({ plan: 'vip' }), await creator()];
    await write(fan, athlete, 'first');
    const { conversationId } = (await thread(athlete, fan)).person;
    const read = async () => {
      const newest = (await thread(athlete, fan)).items[0];
      if (newest) await markRead(world.member(athlete), conversationId ?? 0, newest.id);
    };
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 3 === 2 ? read() : write(fan, athlete, `${n}`))),
    );
    const truth = await row<{ n: number }>(world.em())`
      select count(*)::int as n from messages m join conversation_sides s using (conversation_id)
      where s.user_id = ${athlete.id} and m.sender_id = ${fan.id} and m.id > s.read_up_to`;
    expect(await unread(athlete)).toBe(truth?.n);
    await read();
    expect([await unread(athlete), await unread(fan)]).toEqual([0, 0]);
    expect((await thread(fan, athlete)).items.every(({ isRead }) => isRead)).toBe(true);
  });

  test('a message that is committed while the page is being marked as read stays unread', async () => {
    const [fan, athlete] = [await world.person({ plan: 'vip' }), await creator()];
    const { id } = await write(fan, athlete, 'seen');
    const { conversationId } = (await thread(athlete, fan)).person;
    let marking: Promise<void> | undefined;
    await world.em().transactional(async (em) => {
      await sendMessage({ ...world.member(fan), em }, athlete.username, { text: 'just now' });
      marking = markRead(world.member(athlete), conversationId ?? 0, id);
      await untilLocked(em);
    });
    await marking;
    expect(await unread(athlete)).toBe(1);
  });

  test('a message that came after the page stays unread, and a number beyond the last marks nothing in advance', async () => {
    const [fan, athlete] = [await world.person({ plan: 'vip' }), await creator()];
    const { id } = await write(fan, athlete, 'seen');
    await write(fan, athlete, 'not yet');
    const { conversationId } = (await thread(athlete, fan)).person;
    const mark = (upTo: number) => markRead(world.member(athlete), conversationId ?? 0, upTo);
    await mark(id);
    expect(await unread(athlete)).toBe(1);
    expect((await thread(fan, athlete)).items.map(({ isRead }) => isRead)).toEqual([false, true]);
    await mark(2_000_000_000);
    await mark(1);
    expect(await unread(athlete)).toBe(0);
    await write(fan, athlete, 'later');
    expect(await unread(athlete)).toBe(1);
  });

  test('pages go back in time, and the list shows the latest conversation first, with its last words', async () => {
    const [fan, one, two] = [await world.person({ plan: 'vip' }), await creator(), await creator()];
    for (let n = 0; n < 7; n += 1) await write(fan, one, `${n}`);
    const first = await readThread(world.member(one), fan.username, { size: 3, after: null });
    const second = await readThread(world.member(one), fan.username, { size: 3, after: first.after });
    expect([...first.items, ...second.items].map(({ text }) => text)).toEqual(['6', '5', '4', '3', '2', '1']);
    await write(fan, two, 'x'.repeat(2000));
    await write(one, fan, 'Thanks');
    const list = await listConversations(world.member(fan), { size: 1, after: null });
    const rest = await listConversations(world.member(fan), { size: 1, after: list.after });
    expect(list.items).toMatchObject([{ username: one.username, text: 'Thanks', isOwn: false, unread: 1 }]);
    expect(rest.items).toMatchObject([{ username: two.username, isOwn: true, unread: 0 }]);
    expect([rest.items[0]?.text?.length, rest.after]).toEqual([140, null]);
    expect(await countUnread(world.scope())).toMatchObject({ messages: 0 });
  });
});

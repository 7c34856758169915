import { afterEach, describe, expect, test } from 'vitest';
import { auditEntriesAbout } from '../../../../tests/support/people/audit-entries.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Topic } from '../../../domain/support-topics.ts';
import type { Viewer } from '../../../scope.ts';
import { answerQuestion, closeQuestion } from './answer.server.ts';
import { askQuestion } from './ask.server.ts';
import { addReply, closeOwnQuestion, findOwnQuestion, listOwnQuestions } from './own.server.ts';
import { countOpenQuestions, findQuestion, listQuestions } from './queue.server.ts';
import { listReplies } from './thread.server.ts';

const world = testWorld();
const plenty = world.rates.scale;
afterEach(async () => {
  world.rates.scale = plenty;
  await row(world.em())`delete from support_questions`;
  await row(world.em())`delete from graphile_worker._private_jobs`;
});

const hours = (n: number) => {
  world.clock.at = new Date(world.clock.at.getTime() + n * 3_600_000);
};
const asks = (viewer: Viewer, subject = 'My belt', topic: Topic = 'other', attempt?: string) =>
  askQuestion(world.scope(viewer), { topic, subject, text: 'It is too long.', attempt });
const visitorAsks = (email: string, subject = 'My belt', attempt?: string) =>
  askQuestion(world.scope(), { topic: 'other', subject, text: 'Too long.', name: 'Vic', email, attempt });
const boss = () => world.person({ isAdmin: true, firstName: 'Bo' });
const queue = async (
  admin: Viewer,
  asked: Partial<Parameters<typeof listQuestions>[1]> = {},
): Promise<string[]> => {
  const page = await listQuestions(world.member(admin), {
    show: 'open',
    topic: null,
    size: 50,
    after: null,
    ...asked,
  });
  return page.items.map(({ subject }) => subject);
};
const stateOf = async (viewer: Viewer, id: number) =>
  (({ state, dueAt }) => ({ state, dueAt: dueAt && new Date(dueAt).getTime() }))(
    await findOwnQuestion(world.member(viewer), id),
  );
const said = async (id: number) =>
  (await listReplies(world.em(), id, { size: 50, after: null })).items.map(({ text }) => text).reverse();
const due = (n: number) => world.clock.at.getTime() + n * 3_600_000;

describe('asking', () => {
  test('promises an answer in 24 hours, and in 72 for questions about personal data', async () => {
    const viewer = await world.person();
    const one = await asks(viewer);
    const other = await asks(viewer, 'What do you know?', 'privacy');
    expect(new Date(one.dueAt).getTime()).toBe(due(24));
    expect(new Date(other.dueAt).getTime()).toBe(due(72));
    expect(await stateOf(viewer, one.id)).toEqual({ state: 'open', dueAt: due(24) });
    const visitor = await visitorAsks('vic@example.com');
    expect(new Date(visitor.dueAt).getTime()).toBe(due(24));
  });

  test('the same form, also pressed twice at once, is one question; other words make another', async () => {
    const viewer = await world.person();
    const [first, second] = await Promise.all([
      asks(viewer, 'A', 'other', 'f'),
      asks(viewer, 'A', 'other', 'f'),
    ]);
    expect([first.id, [first.isNew, second.isNew].sort()]).toEqual([second.id, [false, true]]);
    expect((await asks(viewer, 'B', 'other', 'f')).isNew).toBe(true);
    const [mine, theirs] = [
      await visitorAsks('one@example.com', 'A', 'f'),
      await visitorAsks('two@example.com', 'A', 'f'),
    ];
    expect([mine.isNew, theirs.isNew, (await visitorAsks('one@example.com', 'A', 'f')).id]).toEqual([
      true,
      true,
      mine.id,
    ]);
  });

  test('five an hour for a member and for a mailbox, ten for an address', async () => {
    hours(2);
    world.rates.scale = 1;
    const refused = { status: 429 };
    for (let n = 0; n < 5; n += 1) await visitorAsks('vic@example.com', `${n}`);
    await expect(visitorAsks(' VIC@example.com', 'more')).rejects.toMatchObject(refused);
    for (let n = 0; n < 4; n += 1) await visitorAsks(`vic${n}@example.com`);
    await expect(visitorAsks('another@example.com')).rejects.toMatchObject(refused);
    hours(2);
    const viewer = await world.person();
    for (let n = 0; n < 5; n += 1) await asks(viewer, `${n}`);
    await expect(asks(viewer, 'more')).rejects.toMatchObject(refused);
  });

  test('another member’s question is 404', async () => {
    const [viewer, other] = [await world.person(), await world.person()];
    const { id } = await asks(viewer);
    for (const touch of [
      () => findOwnQuestion(world.member(other), id),
      () => addReply(world.member(other), id, { text: 'x' }),
      () => closeOwnQuestion(world.member(other), id),
    ]) {
      await expect(touch()).rejects.toThrow('Not found');
    }
    expect((await listOwnQuestions(world.member(other), { size: 9, after: null })).items).toEqual([]);
  });
});

describe('the conversation', () => {
  test('an answer ends the waiting; writing back begins a new promise, adding to a waiting one does not', async () => {
    const [viewer, admin] = [await world.person(), await boss()];
    const { id } = await asks(viewer);
    const first = due(24);
    hours(5);
    await addReply(world.member(viewer), id, { text: 'And red.' });
    expect(await stateOf(viewer, id)).toEqual({ state: 'open', dueAt: first });
    await answerQuestion(world.member(admin), id, { text: 'Fold it.' });
    expect(await stateOf(viewer, id)).toEqual({ state: 'answered', dueAt: null });
    hours(100);
    await addReply(world.member(viewer), id, { text: 'How?', attempt: 'a' });
    expect((await addReply(world.member(viewer), id, { text: 'How?', attempt: 'a' })).isNew).toBe(false);
    expect(await stateOf(viewer, id)).toEqual({ state: 'open', dueAt: due(24) });
    expect(await said(id)).toEqual(['It is too long.', 'And red.', 'Fold it.', 'How?']);
  });

  test('the member closes it, twice without harm, and opens it by writing', async () => {
    const viewer = await world.person();
    const { id } = await asks(viewer);
    await closeOwnQuestion(world.member(viewer), id);
    await closeOwnQuestion(world.member(viewer), id);
    expect((await stateOf(viewer, id)).state).toBe('closed');
    expect(await countOpenQuestions(world.em(), world.clock.at)).toEqual({ open: 0, overdue: 0 });
    await addReply(world.member(viewer), id, { text: 'No, wait' });
    expect((await stateOf(viewer, id)).state).toBe('open');
  });

  test('pages go back in time', async () => {
    const viewer = await world.person();
    const { id } = await asks(viewer);
    for (let n = 1; n < 5; n += 1) await addReply(world.member(viewer), id, { text: `${n}` });
    const first = await listReplies(world.em(), id, { size: 3, after: null });
    const rest = await listReplies(world.em(), id, { size: 3, after: first.after });
    expect([...first.items, ...rest.items].map(({ text }) => text)).toEqual([
      '4',
      '3',
      '2',
      '1',
      'It is too long.',
    ]);
    hours(1);
    await asks(viewer, 'Newer');
    const one = await listOwnQuestions(world.member(viewer), { size: 1, after: null });
    const two = await listOwnQuestions(world.member(viewer), { size: 1, after: one.after });
    expect([...one.items, ...two.items].map(({ subject }) => subject)).toEqual(['Newer', 'My belt']);
    expect(two.after).toBeNull();
  });
});

describe('two admins', () => {
  test('the second to answer reads who already answered, and sends it again if it still fits', async () => {
    const [viewer, one, two] = [await world.person(), await boss(), await boss()];
    const { id } = await asks(viewer);
    const seen = (await listReplies(world.em(), id, { size: 1, after: null })).items[0]?.id ?? 0;
    await answerQuestion(world.member(one), id, { text: 'Fold it.', seen, attempt: 'one' });
    const late = { text: 'Cut it.', seen, attempt: 'two' };
    await expect(answerQuestion(world.member(two), id, late)).rejects.toThrow(
      `@${one.username} already answered`,
    );
    await expect(closeQuestion(world.member(two), id, seen)).rejects.toThrow('Your answer was not sent');
    // The first one's second press is no second answer.
    await answerQuestion(world.member(one), id, { text: 'Fold it.', seen, attempt: 'one' });
    expect(await said(id)).toEqual(['It is too long.', 'Fold it.']);
    const now = (await listReplies(world.em(), id, { size: 1, after: null })).items[0]?.id;
    await answerQuestion(world.member(two), id, { ...late, seen: now, close: true });
    expect((await stateOf(viewer, id)).state).toBe('closed');
    expect(
      (await auditEntriesAbout(world.em(), 'question', id)).map(({ verb, name }) => [verb, name]),
    ).toEqual([
      ['answered', `Question ${id}`],
      ['answered and closed', `Question ${id}`],
    ]);
  });

  test('a message that the member wrote meanwhile must be read first; two at the same moment take turns', async () => {
    const [viewer, admin, other] = [await world.person(), await boss(), await boss()];
    const { id } = await asks(viewer);
    const last = async () => (await listReplies(world.em(), id, { size: 1, after: null })).items[0]?.id ?? 0;
    const seen = await last();
    await addReply(world.member(viewer), id, { text: 'Found it myself' });
    await expect(closeQuestion(world.member(admin), id, seen)).rejects.toThrow('They wrote again');
    const at = await last();
    const both = await Promise.allSettled(
      [admin, other].map((each) => answerQuestion(world.member(each), id, { text: 'Good', seen: at })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await closeQuestion(world.member(admin), id, await last());
    await closeQuestion(world.member(admin), id, seen);
    await expect(closeQuestion(world.member(admin), 2_000_000_000)).rejects.toThrow('Not found');
  });
});

describe('the queue', () => {
  test('VIP Elite, then Premium, then all others, by their current plan; then by what is due first', async () => {
    const admin = await boss();
    const free = await world.person();
    await asks(free, 'free, early');
    await visitorAsks('vic@example.com', 'visitor');
    hours(1);
    const [premium, vip] = [await world.person({ plan: 'premium' }), await world.person({ plan: 'vip' })];
    await asks(premium, 'premium, privacy', 'privacy');
    await asks(premium, 'premium');
    await asks(vip, 'vip');
    await asks(free, 'free, late');
    const all = ['vip', 'premium', 'premium, privacy', 'free, early', 'visitor', 'free, late'];
    expect(await queue(admin)).toEqual(all);
    expect(await queue(admin, { topic: 'privacy' })).toEqual(['premium, privacy']);

    const paged: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const page: Awaited<ReturnType<typeof listQuestions>> = await listQuestions(world.member(admin), {
        show: 'open',
        topic: null,
        size: 2,
        after,
      });
      paged.push(...page.items.map(({ subject }) => subject));
      after = page.after;
      more = after !== null;
    }
    expect(paged).toEqual(all);

    // The plan ends, another begins by a gift: the order follows in that moment.
    await row(world.em())`update users set plan_ends_at = ${world.clock.at} where id = ${vip.id}`;
    await row(
      world.em(),
    )`update users set gift_plan = 'vip', gift_ends_at = ${new Date(due(1))} where id = ${free.id}`;
    expect(await queue(admin)).toEqual([
      'free, early',
      'free, late',
      'premium',
      'premium, privacy',
      'visitor',
      'vip',
    ]);
    hours(2);
    expect((await queue(admin))[0]).toBe('premium');
  });

  test('shows what is overdue, answered and closed, each in its own order', async () => {
    const [admin, viewer] = [await boss(), await world.person()];
    const [one, two, three] = [
      await asks(viewer, 'one'),
      await asks(viewer, 'two'),
      await asks(viewer, 'three'),
    ];
    await asks(viewer, 'slow', 'privacy');
    hours(23);
    expect(await queue(admin, { show: 'late' })).toEqual([]);
    await answerQuestion(world.member(admin), one.id, { text: 'Yes' });
    hours(2);
    expect(await queue(admin, { show: 'late' })).toEqual(['two', 'three']);
    expect(await countOpenQuestions(world.em(), world.clock.at)).toEqual({ open: 3, overdue: 2 });
    await answerQuestion(world.member(admin), two.id, { text: 'Yes' });
    await closeQuestion(world.member(admin), three.id);
    expect(await queue(admin, { show: 'answered' })).toEqual(['two', 'one']);
    expect(await queue(admin, { show: 'closed' })).toEqual(['three']);
    expect(await queue(admin, { show: 'answered', topic: 'privacy' })).toEqual([]);
    const first = await listQuestions(world.member(admin), {
      show: 'answered',
      topic: null,
      size: 1,
      after: null,
    });
    expect(await queue(admin, { show: 'answered', size: 1, after: first.after })).toEqual(['one']);
    expect(await queue(admin, { after: 'nonsense' })).toEqual(['slow']);
  });

  test('an admin sees who asks: plan and address of a member, name and address of a visitor', async () => {
    const [admin, viewer] = [await boss(), await world.person({ plan: 'vip' })];
    const [mine, theirs] = [await asks(viewer), await visitorAsks('vic@example.com')];
    expect(await findQuestion(world.member(admin), mine.id)).toMatchObject({
      username: viewer.username,
      plan: 'vip',
      email: viewer.email,
    });
    expect(await findQuestion(world.member(admin), theirs.id)).toMatchObject({
      username: null,
      plan: null,
      name: 'Vic',
      email: 'vic@example.com',
    });
    expect(
      await rows(
        world.em(),
      )`select 1 from audit_log where subject_kind = 'question' and subject_id = ${String(mine.id)}`,
    ).toEqual([]);
  });
});

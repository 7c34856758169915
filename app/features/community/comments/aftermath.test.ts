import { describe, expect, test } from 'vitest';
import { testComments } from '../../../../tests/support/people/commenting.ts';
import { testNotifications } from '../../../../tests/support/people/notifications.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { AdminScope, Viewer } from '../../../scope.ts';
import { lineOf } from '../../core/notifications/notification-text.ts';
import { putBack, takeDown } from '../../library/items/take-down.server.ts';
import { anonymise } from '../../operations/members/anonymise.server.ts';
import { collections } from '../../operations/personal-data/collections.server.ts';
import { decideCase, undoDecision } from '../../operations/reports/decide.server.ts';
import { fileReport } from '../../operations/reports/report.server.ts';
import { subjectNow } from '../../operations/reports/subject-now.server.ts';
import { findComment, listComments } from './comments.server.ts';
import { removeComment } from './remove-comment.server.ts';

const world = testWorld();
const notices = testNotifications(world);
const { write, answer, stage, block, expectCountsToMatch } = testComments(world);
const page = { size: 20, after: null };
const textsOf = async (viewer: Viewer | null, item: number) =>
  (await listComments(world.scope(viewer), item, page)).items.map(({ text }) => text);

describe('notifications', () => {
  test('the creator hears of comments, one line for an item while it is unread, and leads to them', async () => {
    const { creator, item } = await stage({ title: 'Knee cut' });
    const [ann, bob] = [await world.person(), await world.person()];
    for (const each of [ann, bob, ann]) await write(each, item);
    await write(creator, item, 'My own');
    await notices.notifyAll({ times: 2 });
    const [line, ...more] = await notices.all(creator);
    expect(more).toEqual([]);
    expect(line && lineOf(line)).toEqual({
      text: '3 new comments on “Knee cut”',
      address: `/content/${item}/comments`,
    });
    expect(await notices.texts(ann)).toEqual([]);
  });

  test('the author hears of answers by others, and the creator is not told of answers', async () => {
    const { creator, item } = await stage({ title: 'Knee cut' });
    const [ann, bob] = [await world.person(), await world.person({ firstName: 'Bob', lastName: 'Mat' })];
    const id = await write(ann, item);
    await notices.notifyAll();
    await answer(ann, item, id, 'My own');
    await answer(bob, item, id);
    await notices.notifyAll();
    const [line] = await notices.all(ann);
    expect(line && lineOf(line)).toEqual({
      text: 'Bob Mat answered your comment on “Knee cut”',
      address: `/comments/${id}`,
    });
    await answer(creator, item, id);
    await notices.notifyAll();
    expect(await notices.texts(ann)).toEqual(['2 answers to your comment on “Knee cut”']);
    expect(await notices.texts(creator)).toEqual(['1 new comment on “Knee cut”']);
  });

  test('an answer and a comment with the same number are two lines', async () => {
    const { creator, item } = await stage();
    const id = await write(creator, item);
    await row(world.em())`delete from comments where id = ${item}`;
    await row(world.em())`update comments set id = ${item} where id = ${id}`;
    const ann = await world.person();
    await write(ann, item);
    await answer(ann, item, item);
    await notices.notifyAll();
    expect(await notices.texts(creator)).toHaveLength(2);
  });

  test('none comes from a member whom the receiver has blocked meanwhile', async () => {
    const { creator, item } = await stage();
    const ann = await world.person();
    await write(ann, item);
    await block(creator, ann);
    await notices.notifyAll();
    expect(await notices.texts(creator)).toEqual([]);
  });
});

describe('reports', () => {
  const spam = { reason: 'spam', details: null } as const;
  const admin = async () => world.member(await world.person({ isAdmin: true })) as AdminScope;
  const caseAbout = async (id: number) =>
    (
      await row<{ id: number }>(world.em())`
      select id from report_cases where kind = 'comment' and subject_id = ${id} order by id desc`
    )?.id ?? 0;
  const decision = { outcome: 'hidden', personNote: 'This is advertising.', logNote: null } as const;

  test('hide a comment and show it again, with its count, its place and the log', async () => {
    const { item } = await stage({ title: 'Knee cut' });
    const [ann, bob] = [await world.person({ firstName: 'Ann', lastName: 'Mat' }), await world.person()];
    const id = await write(ann, item, 'Buy my course');
    await expect(fileReport(world.member(ann), { comment: id }, spam)).rejects.toThrow('your own');
    const { subject } = await fileReport(world.member(bob), { comment: id }, spam);
    expect(subject).toMatchObject({
      ownerId: ann.id,
      name: 'Ann Mat on Knee cut',
      seen: 'Buy my course',
      address: `/comments/${id}`,
    });
    const boss = await admin();
    const about = await caseAbout(id);
    await decideCase(boss, about, decision);
    expect(await textsOf(ann, item)).toEqual([]);
    expect(await expectCountsToMatch(item)).toBe(0);
    const facts = { kind: 'comment', subjectId: id } as never;
    expect(await subjectNow(boss, facts)).toMatchObject({ words: 'Buy my course', isHidden: true });
    await undoDecision(boss, about);
    expect(await textsOf(null, item)).toEqual(['Buy my course']);
    expect(await expectCountsToMatch(item)).toBe(1);
    const log = await row(world.em())`
      select array_agg(verb order by id) as verbs from audit_log where subject_kind = 'comment'
        and subject_id = ${String(id)}`;
    expect(log).toEqual({ verbs: ['hid', 'showed again'] });
  });

  test('of what its author or the creator has removed have nothing to hide, nor to show again', async () => {
    const { creator, item } = await stage();
    const [ann, bob] = [await world.person(), await world.person()];
    const id = await write(ann, item);
    await fileReport(world.member(bob), { comment: id }, spam);
    await removeComment(world.member(creator), id);
    await expect(decideCase(await admin(), await caseAbout(id), decision)).rejects.toThrow('removed already');
    const other = await write(ann, item);
    await fileReport(world.member(bob), { comment: other }, spam);
    const boss = await admin();
    await decideCase(boss, await caseAbout(other), decision);
    await removeComment(world.member(ann), other);
    await expect(undoDecision(boss, await caseAbout(other))).rejects.toThrow('gone');
  });

  test('are for those who see the comment', async () => {
    const { item } = await stage({ tier: 'vip' });
    const ann = await world.person({ plan: 'vip' });
    const id = await write(ann, item);
    const outside = await world.person();
    await expect(fileReport(world.member(outside), { comment: id }, spam)).rejects.toThrow('once your plan');
    const apart = await world.person({ plan: 'vip' });
    await block(ann, apart);
    await expect(fileReport(world.member(apart), { comment: id }, spam)).rejects.toThrow('Not found');
  });
});

test('while an item is down its comments are not there, and come back with it', async () => {
  const { creator, item } = await stage();
  const ann = await world.person();
  await world.bought(ann, item);
  const id = await write(ann, item, 'Still here?');
  const boss = world.member(await world.person({ isAdmin: true })) as AdminScope;
  await world.em().transactional((em) => takeDown(boss, em, item, 'No warning'));
  for (const viewer of [null, ann, creator, boss.viewer]) {
    await expect(listComments(world.scope(viewer), item, page)).rejects.toThrow('Not found');
    await expect(findComment(world.scope(viewer), id)).rejects.toThrow('Not found');
  }
  for (const viewer of [ann, creator]) await expect(write(viewer, item)).rejects.toThrow('Not found');
  await world.em().transactional((em) => putBack(boss, em, item));
  expect(await textsOf(null, item)).toEqual(['Still here?']);
});

test('a member who leaves takes their words along; places stay where others have answered', async () => {
  const { creator, item } = await stage();
  const { item: second } = await stage();
  const [ann, bob] = [await world.person(), await world.person()];
  await write(ann, item, 'Ann alone');
  const answered = await write(ann, item, 'Ann asked');
  await answer(bob, item, answered, 'Bob said');
  await answer(ann, item, answered, 'Ann thanked');
  const talk = await write(ann, item, 'Ann to herself');
  await answer(ann, item, talk, 'Ann again');
  const asked = await write(bob, second, 'Bob asked');
  await answer(ann, second, asked, 'Ann said');
  const removed = await write(ann, second, 'Ann removed');
  await answer(bob, second, removed, 'Bob too');
  await removeComment(world.member(creator), removed).catch(() => {});
  await world.em().transactional((em) => anonymise(em, ann.id, world.clock.at));
  const { items } = await listComments(world.scope(), item, page);
  expect(items).toMatchObject([{ id: answered, text: null, author: null, removedBy: 'author', replies: 1 }]);
  const words = await row(world.em())`select count(*)::int as n from comments where text like 'Ann%'`;
  expect(words).toEqual({ n: 0 });
  expect(await expectCountsToMatch(item)).toBe(1);
  expect(await expectCountsToMatch(second)).toBe(2);
});

test('the archive has a member’s comments, also those that were removed', async () => {
  const { creator, item } = await stage({ title: 'Knee cut' });
  const ann = await world.person();
  const id = await write(ann, item, 'Asked');
  await answer(ann, item, id, 'Answered');
  await write(creator, item, 'Not Ann’s');
  await removeComment(world.member(creator), id);
  const read = collections.find(({ name }) => name === 'comments')?.read;
  const own = await read?.(world.em(), { memberId: ann.id, after: 0, size: 9 });
  expect(own).toMatchObject([
    { title: 'Knee cut', text: 'Asked', answerTo: null, removedBy: 'creator' },
    { text: 'Answered', answerTo: id, removedBy: null },
  ]);
});

import { describe, expect, test } from 'vitest';
import { deleteDuring } from '../../../../tests/support/database/counters.ts';
import { testComments } from '../../../../tests/support/people/commenting.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { NotAllowed, NotFound, Refused } from '../../../errors.ts';
import type { Viewer } from '../../../scope.ts';
import { chooseCommentsFrom } from './choose-comments.server.ts';
import { findComment, firstReplies, listComments, listReplies } from './comments.server.ts';
import { pinComment } from './pin-comment.server.ts';
import { removeComment } from './remove-comment.server.ts';
import { editComment, writeComment } from './write-comment.server.ts';

const world = testWorld();
const { write, answer, stage, addVideo, later, expectCountsToMatch } = testComments(world);
const page = { size: 20, after: null };
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const textsOf = async (viewer: Viewer | null, item: number, asked: typeof page | object = page) =>
  (await listComments(world.scope(viewer), item, { ...page, ...asked })).items.map(({ text }) => text);

describe('writing', () => {
  test('puts the newest first, page after page, with the pinned ones above the first page only', async () => {
    const { creator, item } = await stage();
    const ann = await world.person();
    const ids: number[] = [];
    for (const n of [1, 2, 3, 4, 5, 6]) ids.push(await write(ann, item, `Text ${n}`));
    await pinComment(world.member(creator), ids[1] ?? 0, true);
    const first = await listComments(world.scope(), item, { size: 3, after: null });
    expect(first.items.map(({ text }) => text)).toEqual(['Text 2', 'Text 6', 'Text 5', 'Text 4']);
    const second = await listComments(world.scope(), item, { size: 3, after: first.after });
    expect(second.items.map(({ text }) => text)).toEqual(['Text 3', 'Text 1']);
    expect(second.after).toBeNull();
    expect(await expectCountsToMatch(item)).toBe(6);
  });

  test('answers are one level deep, the first of them beside the comment, all of them below it', async () => {
    const { creator, item } = await stage();
    const ann = await world.person();
    const id = await write(ann, item);
    const answers: number[] = [];
    for (const n of [1, 2, 3, 4]) answers.push(await answer(n % 2 ? creator : ann, item, id, `Answer ${n}`));
    const list = await listComments(world.scope(), item, page);
    expect(list.items).toMatchObject([{ id, replies: 4, isByCreator: false }]);
    const shown = (await firstReplies(world.scope(), list, 3)).get(id);
    expect(shown?.map(({ text }) => text)).toEqual(['Answer 1', 'Answer 2', 'Answer 3']);
    expect(shown?.map(({ isByCreator }) => isByCreator)).toEqual([true, false, true]);
    const half = await listReplies(world.scope(), id, { size: 2, after: null });
    const rest = await listReplies(world.scope(), id, { size: 2, after: half.after });
    expect([...half.items, ...rest.items].map((each) => each.id)).toEqual(answers);
    await expect(answer(ann, item, answers[0] ?? 0)).rejects.toThrow('This is an answer itself.');
    const { item: other } = await stage();
    await expect(answer(ann, other, id)).rejects.toThrow(NotFound);
    await expect(answer(ann, item, 2_000_000_000_000)).rejects.toThrow(NotFound);
    expect(await expectCountsToMatch(item)).toBe(5);
  });

  test('the same form sent twice is one comment', async () => {
    const { item } = await stage();
    const ann = await world.person();
    const input = { text: 'Once', attempt: 'a form' };
    const sent = await Promise.all(times(6, () => writeComment(world.member(ann), item, input)));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(sent.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await expectCountsToMatch(item)).toBe(1);
  });

  test('a time lies within the video of the item, and only where there is one', async () => {
    const { item } = await stage();
    const ann = await world.person();
    const at = (seconds: number) => write(ann, item, 'Here', { seconds });
    await expect(at(5)).rejects.toThrow('There is no video here, so leave the time empty.');
    await addVideo(item, 192);
    expect((await findComment(world.scope(), await at(192))).comment.seconds).toBe(192);
    await expect(at(193)).rejects.toThrow('The video ends at 3:12.');
    const { item: unknown } = await stage();
    await addVideo(unknown, null);
    expect(await write(ann, unknown, 'Here', { seconds: 86_399 })).toBeGreaterThan(0);
  });

  test('is refused after sixty in an hour', async () => {
    const { item } = await stage();
    const ann = await world.person();
    world.rates.scale = 1;
    for (let n = 0; n < 60; n += 1) await write(ann, item, `Text ${n}`);
    await expect(write(ann, item)).rejects.toMatchObject({ status: 429 });
    world.rates.scale = 10_000;
  });

  test('waits for a deletion of the item, and does not block it', async () => {
    const { item } = await stage();
    const ann = await world.person();
    expect(await deleteDuring(world.em(), item, () => write(ann, item))).toBeInstanceOf(NotFound);
  });
});

describe('changing', () => {
  test('its author changes words and time for 15 minutes, which is shown', async () => {
    const { creator, item } = await stage();
    await addVideo(item, 60);
    const ann = await world.person();
    const id = await write(ann, item, 'Frist', { seconds: 9 });
    later(15);
    await editComment(world.member(ann), id, { text: 'Frist' });
    expect((await findComment(world.scope(), id)).comment.isEdited).toBe(false);
    await editComment(world.member(ann), id, { text: 'First' });
    const { comment } = await findComment(world.scope(), id);
    expect(comment).toMatchObject({ text: 'First', seconds: 9, isEdited: true });
    await expect(editComment(world.member(ann), id, { seconds: 61 })).rejects.toThrow('ends at 1:00');
    await editComment(world.member(ann), id, { seconds: null });
    expect((await findComment(world.scope(), id)).comment).toMatchObject({ text: 'First', seconds: null });
    for (const other of [creator, await world.person({ isAdmin: true })]) {
      await expect(editComment(world.member(other), id, { text: 'Mine' })).rejects.toThrow(NotAllowed);
    }
    later(1);
    await expect(editComment(world.member(ann), id, { text: 'Later' })).rejects.toMatchObject({
      status: 409,
    });
  });

  test('its author deletes it at any time; where there are answers, its place stays without words', async () => {
    const { item } = await stage();
    const [ann, bob] = [await world.person(), await world.person()];
    const [alone, answered] = [await write(ann, item, 'Alone'), await write(ann, item, 'Asked')];
    const reply = await answer(bob, item, answered);
    later(60 * 24);
    await removeComment(world.member(ann), alone);
    await removeComment(world.member(ann), answered);
    const { items } = await listComments(world.scope(), item, page);
    expect(items).toMatchObject([
      { id: answered, text: null, author: null, removedBy: 'author', replies: 1 },
    ]);
    const stored = await row(world.em())`select text from comments where id = ${answered}`;
    expect(stored).toEqual({ text: null });
    await expect(answer(bob, item, answered)).rejects.toThrow(NotFound);
    await expect(removeComment(world.member(ann), answered)).rejects.toThrow(NotFound);
    await removeComment(world.member(bob), reply);
    expect(await textsOf(null, item)).toEqual([]);
    await expect(findComment(world.scope(), answered)).rejects.toThrow(NotFound);
    expect(await expectCountsToMatch(item)).toBe(0);
  });

  test('the creator of the item and admins remove what others wrote; an admin’s removal is logged', async () => {
    const { creator, item } = await stage({ title: 'Knee cut' });
    const ann = await world.person({ firstName: 'Ann', lastName: 'Mat' });
    const boss = await world.person({ isAdmin: true });
    const [one, two] = [await write(ann, item, 'One'), await write(ann, item, 'Two')];
    await answer(creator, item, one);
    await expect(removeComment(world.member(await world.person()), one)).rejects.toThrow(NotAllowed);
    const { creator: stranger } = await stage();
    await expect(removeComment(world.member(stranger), one)).rejects.toThrow(NotAllowed);
    await pinComment(world.member(creator), one, true);
    await removeComment(world.member(creator), one);
    await removeComment(world.member(boss), two);
    const { items } = await listComments(world.scope(), item, page);
    expect(items).toMatchObject([{ id: one, text: null, removedBy: 'creator', isPinned: false }]);
    const log = await row(world.em())`
      select verb, subject_kind, subject_name from audit_log where subject_id = ${String(two)}`;
    expect(log).toEqual({ verb: 'hid', subject_kind: 'comment', subject_name: 'Ann Mat on Knee cut' });
    expect(await expectCountsToMatch(item)).toBe(1);
    await removeComment(world.member(ann), two);
    expect(await row(world.em())`select 1 from comments where id = ${two}`).toBeNull();
    expect(await expectCountsToMatch(item)).toBe(1);
  });
});

describe('pinning', () => {
  test('is for the creator, for comments, and for three at most, however many are pressed at once', async () => {
    const { creator, item } = await stage();
    const ann = await world.person();
    const ids = await Promise.all(times(6, (n) => write(ann, item, `Text ${n}`)));
    const pin = (id: number, by = creator, wanted = true) => pinComment(world.member(by), id, wanted);
    for (const other of [ann, await world.person({ isAdmin: true })]) {
      await expect(pin(ids[0] ?? 0, other)).rejects.toThrow(NotAllowed);
    }
    await expect(pin(await answer(creator, item, ids[0] ?? 0))).rejects.toThrow(Refused);
    const ends = await Promise.allSettled(ids.map((id) => pin(id)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const pinned = (await listComments(world.scope(), item, page)).items.filter(({ isPinned }) => isPinned);
    expect(pinned).toHaveLength(3);
    await pin(pinned[0]?.id ?? 0);
    await pin(pinned[0]?.id ?? 0, creator, false);
    const another = ids.find((id) => !pinned.some((each) => each.id === id)) ?? 0;
    await pin(another);
    expect((await findComment(world.scope(), another)).comment.isPinned).toBe(true);
  });
});

describe('whom the creator lets write', () => {
  const may = async (by: Viewer, item: number) =>
    write(by, item).then(
      () => true,
      (error) => (error instanceof NotAllowed ? error.message : error),
    );

  test('everyone, those who pay, or only the creator; reading stays as it was', async () => {
    const { creator, item } = await stage();
    const [free, premium, buyer] = [
      await world.person(),
      await world.person({ plan: 'premium' }),
      await world.person(),
    ];
    await world.bought(buyer, item);
    expect(await may(free, item)).toBe(true);
    await chooseCommentsFrom(world.member(creator), 'members');
    expect(await may(free, item)).toMatch(/from Premium and VIP Elite members and from buyers/);
    for (const each of [premium, buyer, creator]) expect(await may(each, item)).toBe(true);
    await chooseCommentsFrom(world.member(creator), 'closed');
    for (const each of [free, premium, buyer]) {
      expect(await may(each, item)).toBe('Bia Costa takes no comments at the moment.');
    }
    expect(await may(creator, item)).toBe(true);
    expect(await textsOf(free, item)).toHaveLength(5);
  });
});

describe('many at once', () => {
  test('writing, answering, removing and deleting keep the counts right', async () => {
    const { creator, item } = await stage();
    const people = await Promise.all(times(6, () => world.person()));
    const asked = await Promise.all(people.map((each) => write(each, item)));
    const changes = asked.flatMap((id, n) => {
      const [one, two] = [people[n] as Viewer, people[(n + 1) % 6] as Viewer];
      return [
        answer(two, item, id),
        answer(creator, item, id),
        n % 2 ? removeComment(world.member(one), id) : removeComment(world.member(creator), id),
        write(one, item, `More ${n}`),
      ];
    });
    for (const end of await Promise.allSettled(changes)) {
      if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(NotFound);
    }
    await expectCountsToMatch(item);
  });
});

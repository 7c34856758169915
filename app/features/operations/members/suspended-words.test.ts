import { beforeEach, describe, expect, test } from 'vitest';
import { during, expectCountersToMatch } from '../../../../tests/support/database/counters.ts';
import { testComments } from '../../../../tests/support/people/commenting.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { AdminScope, Viewer } from '../../../scope.ts';
import { findComment, listComments, listReplies } from '../../community/comments/comments.server.ts';
import { hideComment, showComment } from '../../community/comments/remove-comment.server.ts';
import { countUnanswered } from '../../community/comments/unanswered.server.ts';
import { hideRating, showRating } from '../../community/ratings/hide-rating.server.ts';
import { pageReviews } from '../../community/ratings/page-reviews.server.ts';
import { listRatings, rateContent } from '../../community/ratings/ratings.server.ts';
import { reinstate, suspend } from './account-status.server.ts';
import { deleteMember } from './anonymise.server.ts';

const world = testWorld();
const { write, answer, stage, expectCountsToMatch } = testComments(world);
let admin: AdminScope;
let creator: Viewer;
let author: Viewer;
let other: Viewer;
let item: number;
beforeEach(async () => {
  admin = world.member(await world.person({ isAdmin: true }));
  ({ creator, item } = await stage());
  author = await world.person();
  other = await world.person();
});

const fresh = () => ({ ...admin, em: world.em() });
const within = (act: (em: ReturnType<typeof world.em>) => Promise<unknown>) => world.em().transactional(act);
const said = async (viewer: Viewer | null = null) =>
  (await listComments(world.scope(viewer), item, { size: 20, after: null })).items.map(({ text }) => text);
const starsOf = async () => (await expectCountersToMatch(world.em(), item)).rating_sum;

describe('comments of a suspended member', () => {
  test('are hidden from everybody, also in counts and as questions, and come back', async () => {
    const asked = await write(author, item, 'Why the left hand?');
    await write(other, item, 'Nice');
    expect(await countUnanswered(world.member(creator))).toBe(1);
    await suspend(fresh(), author.id, 'Spam');
    for (const viewer of [null, creator, other, admin.viewer]) expect(await said(viewer)).toEqual(['Nice']);
    await expect(findComment(world.scope(other), asked)).rejects.toThrow('Not found');
    expect(await expectCountsToMatch(item)).toBe(1);
    expect(await countUnanswered(world.member(creator))).toBe(0);
    await reinstate(fresh(), author.id);
    expect(await said()).toEqual(['Nice', 'Why the left hand?']);
    expect(await expectCountsToMatch(item)).toBe(2);
    expect(await countUnanswered(world.member(creator))).toBe(1);
  });

  test('leave a place without words where others answered, and answers of theirs leave none', async () => {
    const theirs = await write(author, item, 'Mine');
    await answer(other, item, theirs, 'Their answer');
    const others = await write(other, item, 'Yours');
    await answer(author, item, others, 'My answer');
    await suspend(fresh(), author.id, 'Spam');
    const list = await listComments(world.scope(), item, { size: 20, after: null });
    expect(list.items).toMatchObject([
      { id: others, text: 'Yours', replies: 0 },
      { id: theirs, text: null, author: null, removedBy: 'suspension', replies: 1 },
    ]);
    expect((await listReplies(world.scope(), others, { size: 9, after: null })).items).toEqual([]);
    expect(await expectCountsToMatch(item)).toBe(2);
    await reinstate(fresh(), author.id);
    expect(await said()).toEqual(['Yours', 'Mine']);
    expect(await expectCountsToMatch(item)).toBe(4);
  });

  test('that were removed before or meanwhile stay so, and one shown again comes back with its author', async () => {
    const [before, meanwhile, shown] = [
      await write(author, item, 'One'),
      await write(author, item, 'Two'),
      await write(author, item, 'Three'),
    ];
    await within((em) => hideComment(fresh(), em, before, 'Rude'));
    await within((em) => hideComment(fresh(), em, shown, 'Rude'));
    await suspend(fresh(), author.id, 'Spam');
    await within((em) => hideComment(fresh(), em, meanwhile, 'Rude'));
    await within((em) => showComment(fresh(), em, shown));
    expect([await said(), await expectCountsToMatch(item)]).toEqual([[], 0]);
    await reinstate(fresh(), author.id);
    expect([await said(), await expectCountsToMatch(item)]).toEqual([['Three'], 1]);
  });

  test('are deleted with a suspended account; answered ones are a place without words', async () => {
    const theirs = await write(author, item, 'Mine');
    await answer(other, item, theirs, 'Their answer');
    await write(author, item, 'Gone');
    await suspend(fresh(), author.id, 'Spam');
    await deleteMember(fresh(), author.id);
    const list = await listComments(world.scope(), item, { size: 20, after: null });
    expect(list.items).toMatchObject([{ id: theirs, text: null, removedBy: 'author' }]);
    expect(await expectCountsToMatch(item)).toBe(1);
  });
});

describe('ratings of a suspended member', () => {
  const rate = (viewer: Viewer, rating: number) =>
    rateContent(world.member(viewer), item, { rating, review: `Stars: ${rating}` });
  const shown = async () =>
    (await listRatings(world.scope(), item, { size: 12 })).items.map(({ review }) => review);

  test('are hidden with their stars, and come back', async () => {
    await rate(author, 1);
    await rate(other, 5);
    await suspend(fresh(), author.id, 'Spam');
    expect([await shown(), await starsOf()]).toEqual([['Stars: 5'], 5]);
    const page = await pageReviews(world.scope(), item, 3);
    expect([page.reviews.length, page.bars[4]?.part]).toEqual([1, 0]);
    await reinstate(fresh(), author.id);
    expect([(await shown()).toSorted(), await starsOf()]).toEqual([['Stars: 1', 'Stars: 5'], 6]);
  });

  test('that an admin hid before or meanwhile stay hidden, and one shown again comes back with its author', async () => {
    const second = (await stage()).item;
    await rate(author, 2);
    await rateContent(world.member(author), second, { rating: 3, review: 'Other' });
    const idOf = async (content: number) =>
      (
        await row<{ id: number }>(world.em())`
          select id::int from ratings where user_id = ${author.id} and content_id = ${content}`
      )?.id ?? 0;
    const [one, two] = [await idOf(item), await idOf(second)];
    await within((em) => hideRating(fresh(), em, two, 'Rude'));
    await suspend(fresh(), author.id, 'Spam');
    await within((em) => hideRating(fresh(), em, one, 'Rude'));
    await within((em) => showRating(fresh(), em, two));
    for (const each of [item, second])
      expect((await expectCountersToMatch(world.em(), each)).rating_count).toBe(0);
    await reinstate(fresh(), author.id);
    expect((await expectCountersToMatch(world.em(), item)).rating_count).toBe(0);
    expect(await expectCountersToMatch(world.em(), second)).toMatchObject({ rating_count: 1, rating_sum: 3 });
  });
});

describe('what is sent while its author is being suspended', () => {
  const suspendedDuring = (act: () => Promise<unknown>) => {
    const em = world.em();
    return during(em, act, {
      lock: () => row(em)`select from users where id = ${author.id} for no key update`,
      change: () =>
        row(em)`update users set status = 'suspended', suspension_reason = 'Spam' where id = ${author.id}`,
    });
  };

  test('is not saved', async () => {
    const suspended = expect.objectContaining({
      message: expect.stringMatching(/^This account is suspended/),
    });
    expect(await suspendedDuring(() => write(author, item, 'Late'))).toEqual(suspended);
    const rating = () => rateContent(world.member(author), item, { rating: 1 });
    expect(await rating().catch((error: unknown) => error)).toEqual(suspended);
    expect([await said(), await starsOf()]).toEqual([[], 0]);
  });
});

import { describe, expect, test } from 'vitest';
import { testComments } from '../../../../tests/support/people/commenting.ts';
import { wholeSite } from '../../../../tests/support/site/site-harness.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { AdminScope, Viewer } from '../../../scope.ts';
import { anonymise } from '../../operations/members/anonymise.server.ts';
import { hideComment, removeComment, showComment } from './remove-comment.server.ts';
import { countUnanswered, listUnanswered } from './unanswered.server.ts';
import { editComment } from './write-comment.server.ts';

const world = testWorld();
const open = wholeSite(world);
const { write, answer, stage } = testComments(world);
const waiting = async (viewer: Viewer) =>
  (await listUnanswered(world.member(viewer), { size: 20, after: null })).items.map(({ text }) => text);

test.each([
  ['Which grip?', true],
  ['Qual pegada ?', true],
  ['أين اليد؟', true],
  ['どこですか？', true],
  ['Thank you!', false],
])('%s waits for an answer: %s', async (text, waits) => {
  const { creator, item } = await stage();
  await write(await world.person(), item, text);
  expect(await waiting(creator)).toEqual(waits ? [text] : []);
});

describe('questions that wait for an answer', () => {
  test('are those of others on own items, until their creator answers', async () => {
    const { creator, item } = await stage();
    const [ann, bob] = [await world.person(), await world.person()];
    const first = await write(ann, item, 'Which grip?');
    await write(ann, item, 'Thank you!');
    await write(bob, item, 'And the hips?');
    await write(creator, item, 'Who else wonders?');
    await answer(bob, item, first, 'This one?');
    expect(await waiting(creator)).toEqual(['And the hips?', 'Which grip?']);
    expect(await countUnanswered(world.member(creator))).toBe(2);
    expect(await waiting(ann)).toEqual([]);
    await answer(creator, item, first, 'The far one.');
    expect(await waiting(creator)).toEqual(['And the hips?']);
    await answer(bob, item, first, 'Thanks.');
    expect(await waiting(creator)).toEqual(['And the hips?']);
    await answer(ann, item, first, 'Also without a gi?');
    expect(await waiting(creator)).toEqual(['And the hips?', 'Which grip?']);
    await answer(creator, item, first, 'Yes.');
    expect(await waiting(creator)).toEqual(['And the hips?']);
  });

  test('go with the question, its deletion, a block, or a take-down, and come with a changed text', async () => {
    const { creator, item } = await stage();
    const [ann, bob, eve] = [await world.person(), await world.person(), await world.person()];
    const gone = await write(ann, item, 'A?');
    const hidden = await write(bob, item, 'B?');
    await write(eve, item, 'C?');
    const changed = await write(ann, item, 'D');
    await editComment(world.member(ann), changed, { text: 'D?' });
    expect(await waiting(creator)).toEqual(['D?', 'C?', 'B?', 'A?']);
    await removeComment(world.member(ann), gone);
    await removeComment(world.member(creator), hidden);
    await row(
      world.em(),
    )`insert into blocks (member_id, blocked_id, at) values (${creator.id}, ${eve.id}, now())`;
    expect(await waiting(creator)).toEqual(['D?']);
    expect(await countUnanswered(world.member(creator))).toBe(1);
    await editComment(world.member(ann), changed, { text: 'D.' });
    expect(await waiting(creator)).toEqual([]);
    await editComment(world.member(ann), changed, { text: 'D?' });
    await row(world.em())`update content set status = 'withdrawn' where id = ${item}`;
    expect(await waiting(creator)).toEqual([]);
    expect(await countUnanswered(world.member(creator))).toBe(0);
  });

  test('wait again without the answer, and when they are shown again after a report', async () => {
    const { creator, item } = await stage();
    const [ann, admin] = [await world.person(), await world.person({ isAdmin: true })];
    const id = await write(ann, item, 'Which grip?');
    const said = await answer(creator, item, id, 'The far one.');
    await editComment(world.member(ann), id, { text: 'Which grip.' });
    await editComment(world.member(ann), id, { text: 'Which grip?!' });
    expect(await waiting(creator)).toEqual([]);
    await removeComment(world.member(creator), said);
    expect(await waiting(creator)).toEqual(['Which grip?!']);
    const scope = world.member(admin) as AdminScope;
    await scope.em.transactional((em) => hideComment(scope, em, id, 'Rude'));
    expect(await waiting(creator)).toEqual([]);
    await scope.em.transactional((em) => showComment(scope, em, id));
    expect(await waiting(creator)).toEqual(['Which grip?!']);
  });

  test('do not wait with a removed comment, or because of a removed answer', async () => {
    const { creator, item } = await stage();
    const [ann, bob] = [await world.person(), await world.person()];
    const asked = await write(ann, item, 'Which grip?');
    await answer(bob, item, asked, 'This one?');
    const plain = await write(ann, item, 'Thank you.');
    const off = await answer(bob, item, plain, 'Is this not wrong?');
    expect(await waiting(creator)).toEqual(['Thank you.', 'Which grip?']);
    await removeComment(world.member(creator), asked);
    expect(await waiting(creator)).toEqual(['Thank you.']);
    await removeComment(world.member(creator), off);
    expect(await waiting(creator)).toEqual([]);
  });

  test('go with the account of who asked, also in an answer', async () => {
    const { creator, item } = await stage();
    const [ann, bob] = [await world.person(), await world.person()];
    const thanks = await write(ann, item, 'Thank you.');
    await answer(bob, item, thanks, 'Also without a gi?');
    await write(bob, item, 'And the hips?');
    expect(await waiting(creator)).toEqual(['And the hips?', 'Thank you.']);
    await world.em().transactional((em) => anonymise(em, bob.id, world.clock.at));
    expect(await waiting(creator)).toEqual([]);
  });

  test('have a page and a call for their creator, page after page', async () => {
    const { creator, item } = await stage();
    const ann = await world.person({ firstName: 'Ann' });
    for (let n = 1; n <= 21; n += 1) await write(ann, item, `Question ${n}?`);
    const page = await open(creator, '/comments/unanswered');
    expect(page.text).toContain('Question 21?');
    expect(page.text).not.toContain('Question 1?');
    expect(page.text).toContain('Older questions');
    const call = await open(creator, '/api/comments/unanswered?limit=20');
    expect(JSON.parse(call.html)).toHaveLength(20);
    expect((await open(null, '/comments/unanswered')).status).toBe(303);
    expect((await open(null, '/api/comments/unanswered')).status).toBe(401);
    expect((await open(ann, '/comments/unanswered')).text).toContain('Nothing waits for you');
  });
});

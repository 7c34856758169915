import { afterEach, describe, expect, test } from 'vitest';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { anonymise } from '../members/anonymise.server.ts';
import { collections } from '../personal-data/collections.server.ts';
import * as answering from './answer.page.tsx';
import * as closing from './close.action.ts';
import * as closingOwn from './close-own.action.ts';
import * as contact from './contact.page.tsx';
import * as ownQuestionCall from './own-question.api.ts';
import * as ownQuestion from './own-question.page.tsx';
import * as ownQuestions from './own-questions.page.tsx';
import * as queue from './queue.page.tsx';
import * as sent from './sent.page.tsx';
import * as call from './support.api.ts';
import { watchQuestions } from './watch.server.ts';

const world = testWorld();
afterEach(async () => {
  await row(world.em())`delete from support_questions`;
  await row(world.em())`delete from graphile_worker._private_jobs`;
});
const hours = (n: number) => {
  world.clock.at = new Date(world.clock.at.getTime() + n * 3_600_000);
};

const words = { topic: 'payment', subject: 'Paid <b>twice</b>', text: 'First line\nSecond <i>line</i>' };
const visitor = { ...words, name: 'Vic Tor', email: 'vic@example.com' };
const post = (viewer: Viewer | null, fields: Record<string, string>) =>
  world.send(contact.action, viewer, '/help-center/contact', {}, formPost(fields));
const asked = async (
  viewer: Viewer | null = null,
  fields: Record<string, string> = viewer ? words : visitor,
) => {
  await post(viewer, fields);
  return (await row<{ id: number }>(world.em())`select max(id) as id from support_questions`)?.id ?? 0;
};
const read = async (edge: (args: never) => unknown, viewer: Viewer, path: string, params = {}) =>
  (await world.send(edge, viewer, path, params)).json();
const answer = (admin: Viewer, id: number, fields: Record<string, string>) =>
  world.send(answering.action, admin, `/admin/support/${id}`, { id: String(id) }, formPost(fields));
/** The mails that wait in the queue. */
const mails = async () =>
  (
    await rows<{ payload: { to: string; subject: string; text: string } }>(world.em())`
      select payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-mail' order by j.id`
  ).map(({ payload }) => payload);

describe('as a form', () => {
  test('a visitor gives name and address, and comes to the page with the promised time', async () => {
    const bare = await post(null, { topic: 'payment', reference: 'item 7' });
    expect(bare.status).toBe(422);
    const { form } = await bare.json();
    expect(Object.keys(form.error).sort()).toEqual(['email', 'name', 'subject', 'text']);
    expect(form.initialValue).toMatchObject({ topic: 'payment', reference: 'item 7' });
    const done = await redirectOf(await post(null, { ...visitor, topic: 'privacy' }));
    expect(done).toMatchObject({ status: 303, to: '/help-center/contact/sent?hours=72' });
    expect(await read(sent.loader, null as never, done.to ?? '')).toEqual({ hours: 72 });
    expect(await read(sent.loader, null as never, '/help-center/contact/sent?hours=1')).toEqual({
      hours: 24,
    });
    expect(await mails()).toEqual([]);
  });

  test.each([
    ['subject', { subject: 'x'.repeat(121) }, 'at most 120'],
    ['subject', { subject: ' \u200b ' }, 'give it a subject'],
    ['text', { text: 'x'.repeat(4001) }, 'at most 4000'],
    ['topic', { topic: 'gossip' }, 'choose what it is about'],
    ['reference', { reference: 'x'.repeat(101) }, 'at most 100'],
    ['email', { email: 'nobody' }, 'valid email'],
    ['name', { name: 'www.cheap.example' }, 'web address'],
  ])('a wrong %s comes back with what was typed', async (field, wrong, says) => {
    const again = await post(null, { ...visitor, ...wrong });
    expect(again.status).toBe(422);
    const { form } = await again.json();
    expect(form.error[field][0]).toContain(says);
    expect(form.initialValue.text).toBe({ ...words, ...wrong }.text);
  });

  test('a member is recognised, comes to the thread, and typed names and addresses are ignored', async () => {
    const viewer = await world.person({ plan: 'premium' });
    const shown = await read(
      contact.loader,
      viewer,
      '/help-center/contact?topic=payment&reference=receipt%204',
    );
    expect(shown).toMatchObject({
      member: { email: viewer.email },
      isBehind: false,
      asked: { topic: 'payment', reference: 'receipt 4' },
    });
    const done = await redirectOf(await post(viewer, { ...visitor, reference: 'receipt 4' }));
    expect([done.status, done.says]).toEqual([
      303,
      'We have your question: A person answers within 24 hours, here and by email.',
    ]);
    const id = done.to?.split('/').pop() ?? '';
    const thread = await read(ownQuestion.loader, viewer, done.to ?? '', { id });
    expect(thread.replies).toMatchObject([
      { who: 'You', isOwn: true, text: 'First line\nSecond <i>line</i>' },
    ]);
    expect(thread.question).toMatchObject({ subject: words.subject, reference: 'receipt 4', state: 'open' });
    const kept = await row(world.em())`select name, email from support_questions where id = ${Number(id)}`;
    expect(kept).toEqual({ name: null, email: null });
    const stranger = await world.person();
    expect((await world.send(ownQuestion.loader, stranger, done.to ?? '', { id })).status).toBe(404);
  });

  test('a member gets the answer by email, in the account, and as a notification', async () => {
    const [viewer, admin] = [await world.person({ firstName: 'Ana' }), await world.person({ isAdmin: true })];
    const id = await asked(viewer);
    const page = await read(answering.loader, admin, `/admin/support/${id}`, { id: String(id) });
    expect(page).toMatchObject({ line: '24 h left', isLate: false, asker: `@${viewer.username}` });
    expect((await answer(admin, id, { text: ' ', seen: page.seen })).status).toBe(422);
    const done = await redirectOf(
      await answer(admin, id, { text: 'It goes back.\n\nToday.', seen: page.seen }),
    );
    expect(done).toMatchObject({ to: '/admin/support', says: expect.stringMatching(/^Answered:/) });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: viewer.email, subject: 'Our answer to your question' });
    for (const part of [
      'Hello Ana,',
      'Paid <b>twice</b>',
      'It goes back.\n\nToday.',
      `/account/support/${id}`,
    ]) {
      expect(mail?.text).toContain(part);
    }
    const thread = await read(ownQuestion.loader, viewer, `/account/support/${id}`, { id: String(id) });
    expect(thread.replies[1]).toMatchObject({ who: 'Summa', isOwn: false, text: 'It goes back.\n\nToday.' });
    expect(JSON.stringify(thread)).not.toContain(admin.username);
    const [job] = await rows<{ payload: object }>(world.em())`
      select payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'write-notifications'`;
    expect(job?.payload).toMatchObject({ kind: 'support', event: 'answered', to: viewer.id, about: id });
  });

  test('a visitor gets it by email only, with a way to write back', async () => {
    const admin = await world.person({ isAdmin: true });
    const id = await asked();
    expect((await answer(admin, id, { text: 'Yes.', close: 'true' })).status).toBe(303);
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: 'vic@example.com' });
    expect(mail?.text).toContain(`mention this reference: Question ${id}`);
    expect(mail?.text).not.toContain('/account/');
    const jobs = await rows(world.em())`select 1 from graphile_worker._private_tasks t
      join graphile_worker._private_jobs j on t.id = j.task_id where t.identifier = 'write-notifications'`;
    expect(jobs).toEqual([]);
  });

  test('the second admin’s form comes back with the first answer and the message it must follow', async () => {
    const [one, two] = [await world.person({ isAdmin: true }), await world.person({ isAdmin: true })];
    const id = await asked(await world.person());
    const { seen } = await read(answering.loader, one, `/admin/support/${id}`, { id: String(id) });
    await answer(one, id, { text: 'Mine', seen });
    const second = await answer(two, id, { text: 'Mine, too', seen });
    expect(second.status).toBe(422);
    const { form } = await second.json();
    expect([form.initialValue.text, form.error[''][0]]).toEqual([
      'Mine, too',
      expect.stringContaining(`@${one.username} already answered`),
    ]);
    const close = await world.send(
      closing.action,
      two,
      `/admin/support/${id}/close`,
      { id: String(id) },
      formPost({ seen, back: `/admin/support/${id}` }),
    );
    expect(await redirectOf(close)).toMatchObject({
      to: `/admin/support/${id}`,
      says: expect.stringContaining(`@${one.username} already answered`),
    });
    expect(await mails()).toHaveLength(1);
  });

  test('writing back, closing, and both lists', async () => {
    const [viewer, admin] = [await world.person({ plan: 'vip' }), await world.person({ isAdmin: true })];
    const id = await asked(viewer);
    const params = { id: String(id) };
    hours(26);
    expect(await read(queue.loader, admin, '/admin/support?topic=payment&show=late')).toMatchObject({
      questions: [{ id, plan: 'vip', line: 'Overdue by 2 h', isLate: true }],
      waiting: { open: 1, overdue: 1 },
    });
    await answer(admin, id, { text: 'Yes' });
    const send = (fields: Record<string, string>) =>
      world.send(ownQuestion.action, viewer, `/account/support/${id}`, params, formPost(fields));
    expect((await send({ text: '' })).status).toBe(422);
    expect((await redirectOf(await send({ text: 'Thanks', attempt: 'a' }))).to).toMatch(/#reply-\d+$/);
    expect((await read(ownQuestions.loader, viewer, '/account/support')).questions).toMatchObject([
      { id, state: 'open' },
    ]);
    const close = await world.send(
      closingOwn.action,
      viewer,
      `/account/support/${id}/close`,
      params,
      formPost({}),
    );
    expect(await redirectOf(close)).toMatchObject({ to: `/account/support/${id}` });
    expect(await read(queue.loader, admin, '/admin/support?show=closed')).toMatchObject({
      questions: [{ id }],
    });
    const nonsense = await read(queue.loader, admin, '/admin/support?show=all&topic=x&after=%00');
    expect(nonsense).toMatchObject({ show: 'open', topic: null });
  });
});

test('as JSON: asked, listed, read, written to and closed, with the same rules', async () => {
  const viewer = await world.person();
  const send = (who: Viewer | null, method: string, body?: unknown) =>
    world.send(call.action, who, '/api/support', {}, jsonCall(method, body));
  expect((await send(null, 'GET')).status).toBe(401);
  const wrong = await send(null, 'POST', words);
  expect([wrong.status, Object.keys((await wrong.json()).errors)]).toEqual([422, ['name', 'email']]);
  expect((await send(null, 'POST', visitor)).status).toBe(201);
  const made = await send(viewer, 'POST', { ...words, attempt: 'a' });
  const { id, dueAt, isNew } = await made.json();
  expect([made.status, isNew, new Date(dueAt).getTime()]).toEqual([
    201,
    true,
    world.clock.at.getTime() + 86_400_000,
  ]);
  const again = await send(viewer, 'POST', { ...words, attempt: 'a' });
  expect([again.status, await again.json()]).toEqual([200, { id, dueAt, isNew: false }]);
  expect(await (await send(viewer, 'GET')).json()).toMatchObject([
    { id, topic: 'payment', state: 'open', dueAt },
  ]);

  const one = (who: Viewer | null, method: string, body?: unknown) =>
    world.send(ownQuestionCall.action, who, `/api/support/${id}`, { id: String(id) }, jsonCall(method, body));
  const added = await one(viewer, 'POST', { text: 'More', attempt: 'b' });
  expect(added.status).toBe(201);
  expect((await one(viewer, 'POST', { text: 'More', attempt: 'b' })).status).toBe(200);
  expect((await (await one(viewer, 'GET')).json()).replies).toMatchObject([
    { text: 'More', isAnswer: false },
    { text: 'First line\nSecond <i>line</i>' },
  ]);
  expect((await one(viewer, 'PATCH', { closed: false })).status).toBe(422);
  expect(await (await one(viewer, 'PATCH', { closed: true })).json()).toMatchObject({ state: 'closed' });
  expect((await one(await world.person(), 'GET')).status).toBe(404);
  expect((await one(null, 'POST', { text: 'x' })).status).toBe(401);
});

test('admins get one email about all promises that are about to break; old questions of visitors are deleted', async () => {
  await row(world.em())`update users set is_admin = false`;
  const admin = await world.person({ isAdmin: true });
  const [one] = [await asked(await world.person()), await asked()];
  hours(19);
  await watchQuestions(world.systemContext());
  expect(await mails()).toEqual([]);
  hours(2);
  await watchQuestions(world.systemContext());
  await watchQuestions(world.systemContext());
  expect(await mails()).toMatchObject([
    { to: admin.email, text: expect.stringContaining('2 questions must be answered within four hours.') },
  ]);
  const third = await asked(await world.person());
  hours(30);
  await watchQuestions(world.systemContext());
  expect((await mails())[1]?.text).toContain('1 question should have been answered already.');
  for (const { id } of await rows<{ id: number }>(world.em())`select id from support_questions`) {
    if (id !== third) await row(world.em())`update support_questions set due_at = null where id = ${id}`;
  }
  hours(24 * 366);
  await watchQuestions(world.systemContext());
  const left = await rows<{ id: number }>(world.em())`select id from support_questions order by id`;
  expect(left.map(({ id }) => id)).toEqual([one, third]);
});

test('the archive has a member’s questions and our answers; leaving deletes them', async () => {
  const [viewer, admin] = [await world.person(), await world.person({ isAdmin: true })];
  const id = await asked(viewer);
  await asked(await world.person(), { ...words, text: 'Of somebody else' });
  await answer(admin, id, { text: 'Yes' });
  const archive = collections.find(({ name }) => name === 'support');
  const kept = await archive?.read(world.em(), { memberId: viewer.id, after: 0, size: 9 });
  expect(kept).toMatchObject([
    { question: id, from: 'you', subject: words.subject },
    { from: 'Summa', text: 'Yes' },
  ]);
  expect(kept).toHaveLength(2);
  await world.em().transactional((em) => anonymise(em, viewer.id, world.clock.at));
  expect(await rows(world.em())`select 1 from support_replies where question_id = ${id}`).toEqual([]);
  expect((await world.send(answering.loader, admin, '', { id: String(id) })).status).toBe(404);
});

import { describe, expect, test } from 'vitest';
import { testComments } from '../../../../tests/support/people/commenting.ts';
import { rows } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as choiceCall from './choose-comments.api.ts';
import * as choice from './choose-comments.page.tsx';
import * as one from './comment.api.ts';
import * as calls from './comments.api.ts';
import * as list from './comments.page.tsx';
import { findComment } from './comments.server.ts';
import * as removing from './delete.page.tsx';
import * as editing from './edit.page.tsx';
import * as pinning from './pin.action.ts';
import * as pinCall from './pin.api.ts';
import { pinComment } from './pin-comment.server.ts';
import { removeComment } from './remove-comment.server.ts';
import * as thread from './thread.page.tsx';

const world = testWorld();
const { write, answer, stage, addVideo, later, block } = testComments(world);

type Edge = (args: never) => unknown;
const get = (edge: Edge, viewer: Viewer | null, path: string, id: number) =>
  world.send(edge, viewer, path, { id: String(id) });
const post = (edge: Edge, viewer: Viewer | null, path: string, id: number, fields: Record<string, string>) =>
  world.send(edge, viewer, path, { id: String(id) }, formPost(fields));
const call = (
  edge: Edge,
  viewer: Viewer | null,
  [method, path, id]: [string, string, number],
  body?: unknown,
) => world.send(edge, viewer, path, { id: String(id) }, jsonCall(method, body));
const found = async (id: number) => (await findComment(world.scope(), id)).comment;
const idIn = (answer: Response) => Number(/#comment-(\d+)$/.exec(answer.headers.get('location') ?? '')?.[1]);

describe('the same by form and by call', () => {
  test('writing, with a time as people write it', async () => {
    const { item } = await stage();
    await addVideo(item, 7_300);
    const ann = await world.person();
    const here = `/content/${item}/comments`;
    for (const [written, seconds] of [
      ['1:30', 90],
      ['0:05', 5],
      ['2:01:07', 7_267],
      ['90', 90],
      ['', null],
    ] as const) {
      const sent = await post(list.action, ann, here, item, { text: ' Two\r\nlines ', seconds: written });
      expect(sent.status).toBe(303);
      expect(await found(idIn(sent))).toMatchObject({ text: 'Two\nlines', seconds });
      const made = await call(calls.action, ann, ['POST', `/api${here}`, item], { text: 'Two', seconds });
      expect(made.status).toBe(201);
      expect(await made.json()).toMatchObject({ text: 'Two', seconds, contentId: item, parentId: null });
    }
  });

  test.each(['1:5', 'soon', '-1', '1.5', '100000', '9:00:00:00', '90000'])(
    '%j is no time',
    async (seconds) => {
      const { item } = await stage();
      await addVideo(item, null);
      const ann = await world.person();
      const here = `/content/${item}/comments`;
      const refused = await post(list.action, ann, here, item, { text: 'Kept', seconds });
      expect(refused.status).toBe(422);
      const { form } = await refused.json();
      expect(form.error.seconds).toHaveLength(1);
      expect(form.initialValue).toMatchObject({ text: 'Kept', seconds });
      const asJson = await call(calls.action, ann, ['POST', `/api${here}`, item], { text: 'Kept', seconds });
      expect(asJson.status).toBe(422);
    },
  );

  test('a time beyond the end is explained beside its field, values kept', async () => {
    const { item } = await stage();
    await addVideo(item, 60);
    const fields = { text: 'Kept', seconds: '1:01' };
    const path = `/content/${item}/comments`;
    const refused = await post(list.action, await world.person(), path, item, fields);
    expect(refused.status).toBe(422);
    expect((await refused.json()).form).toMatchObject({
      error: { seconds: ['The video ends at 1:00.'] },
      initialValue: fields,
    });
  });

  test('a text has 1 to 2,000 characters', async () => {
    const { item } = await stage();
    const ann = await world.person();
    const path = `/content/${item}/comments`;
    for (const [text, message] of [
      ['', 'Please write something.'],
      ['\u200b \u3164', 'Please write something.'],
      ['x'.repeat(2001), 'A comment can have at most 2000 characters.'],
    ] as const) {
      const refused = await post(list.action, ann, path, item, { text });
      expect(refused.status).toBe(422);
      expect((await refused.json()).form.error.text).toEqual([message]);
      expect((await call(calls.action, ann, ['POST', `/api${path}`, item], { text })).status).toBe(422);
    }
    const longest = `${'x'.repeat(1_990)}\r\n${'y'.repeat(9)}`;
    expect((await post(list.action, ann, path, item, { text: longest })).status).toBe(303);
  });

  test('answering', async () => {
    const { creator, item } = await stage();
    const id = await write(await world.person(), item);
    const sent = await post(thread.action, creator, `/comments/${id}`, id, { text: 'By form' });
    expect(sent.headers.get('location')).toMatch(new RegExp(`^/comments/${id}#comment-\\d+$`));
    const made = await call(calls.action, creator, ['POST', `/api/content/${item}/comments`, item], {
      text: 'By call',
      parentId: id,
    });
    expect(await made.json()).toMatchObject({ parentId: id, isByCreator: true });
    const answers = await get(calls.loader, null, `/api/content/${item}/comments?parentId=${id}`, item);
    expect((await answers.json()).map((each: { text: string }) => each.text)).toEqual(['By form', 'By call']);
    const reply = idIn(sent);
    const led = await get(thread.loader, null, `/comments/${reply}`, reply);
    expect([led.status, led.headers.get('location')]).toEqual([303, `/comments/${id}#comment-${reply}`]);
    const { item: other } = await stage();
    expect(
      (await get(calls.loader, null, `/api/content/${other}/comments?parentId=${id}`, other)).status,
    ).toBe(404);
  });

  test('changing, which ends after 15 minutes', async () => {
    const { item } = await stage();
    await addVideo(item, 60);
    const ann = await world.person();
    const id = await write(ann, item, 'First', { seconds: 5 });
    const here = `/comments/${id}/edit`;
    expect(await (await get(editing.loader, ann, here, id)).json()).toMatchObject({
      text: 'First',
      at: '0:05',
    });
    const saved = await post(editing.action, ann, here, id, { text: 'By form', seconds: '' });
    expect(saved.headers.get('location')).toBe(`/content/${item}/comments#comment-${id}`);
    expect(await found(id)).toMatchObject({ text: 'By form', seconds: null, isEdited: true });
    const changed = await call(one.action, ann, ['PATCH', `/api/comments/${id}`, id], { seconds: 9 });
    expect(await changed.json()).toMatchObject({ text: 'By form', seconds: 9 });
    later(16);
    const late = await post(editing.action, ann, here, id, { text: 'Kept' });
    expect(late.status).toBe(409);
    expect((await call(one.action, ann, ['PATCH', `/api/comments/${id}`, id], { text: 'x' })).status).toBe(
      409,
    );
    expect((await get(editing.loader, ann, here, id)).status).toBe(409);
  });

  test('removing, pinning and the choice of the creator', async () => {
    const { creator, item } = await stage();
    const ann = await world.person();
    const [one_, two] = [await write(ann, item), await write(ann, item)];
    const back = `/content/${item}/comments`;
    expect((await post(pinning.action, creator, `/comments/${one_}/pin`, one_, { pinned: '1' })).status).toBe(
      303,
    );
    expect(await found(one_)).toMatchObject({ isPinned: true });
    const unpinned = await call(pinCall.action, creator, ['DELETE', `/api/comments/${one_}/pin`, one_]);
    expect(await unpinned.json()).toMatchObject({ isPinned: false });
    const pinned = await call(pinCall.action, creator, ['PUT', `/api/comments/${two}/pin`, two]);
    expect(await pinned.json()).toMatchObject({ isPinned: true });
    expect((await call(pinCall.action, ann, ['PUT', `/api/comments/${two}/pin`, two])).status).toBe(403);
    const gone = await post(removing.action, ann, `/comments/${one_}/delete`, one_, { sent: '1' });
    expect([gone.status, gone.headers.get('location')]).toEqual([303, back]);
    expect((await call(one.action, creator, ['DELETE', `/api/comments/${two}`, two])).status).toBe(204);
    expect((await get(one.loader, null, `/api/comments/${two}`, two)).status).toBe(404);
    const chosen = await post(choice.action, creator, '/profile/comments', 0, { commentsFrom: 'closed' });
    expect(chosen.status).toBe(303);
    expect(
      await (await call(choiceCall.loader, creator, ['GET', '/api/comment-settings', 0])).json(),
    ).toEqual({
      commentsFrom: 'closed',
    });
    const wrong = await call(choiceCall.action, creator, ['PUT', '/api/comment-settings', 0], {
      commentsFrom: 'friends',
    });
    expect(wrong.status).toBe(422);
  });
});

describe('the page', () => {
  const open = async (viewer: Viewer | null, item: number, query = '') =>
    (await get(list.loader, viewer, `/content/${item}/comments${query}`, item)).json();

  test('of a locked item has the number of comments and none of their words', async () => {
    const { creator, item } = await stage({ tier: 'vip' });
    await write(creator, item, 'SECRET words');
    for (const viewer of [null, await world.person({ plan: 'premium' })]) {
      const shown = await open(viewer, item);
      expect(shown).toMatchObject({ item: { comments: 1, may: 'locked' }, comments: null });
      expect(JSON.stringify(shown)).not.toContain('SECRET');
      const asJson = await get(calls.loader, viewer, `/api/content/${item}/comments`, item);
      expect(asJson.status).toBe(403);
    }
    expect(await open(await world.person({ plan: 'vip' }), item)).toMatchObject({
      comments: [{ text: 'SECRET words' }],
    });
  });

  test('says what each viewer may do', async () => {
    const { creator, item } = await stage();
    const ann = await world.person();
    await answer(creator, item, await write(ann, item));
    const none = { mayEdit: false, mayRemove: false, mayPin: false };
    expect(await open(null, item)).toMatchObject({ item: { may: 'visitor' }, comments: [none] });
    expect((await open(ann, item)).comments).toMatchObject([
      { isOwn: true, mayEdit: true, mayRemove: true, mayPin: false, answers: [none] },
    ]);
    expect((await open(creator, item)).comments).toMatchObject([
      { mayEdit: false, mayRemove: true, mayPin: true, answers: [{ mayEdit: true, mayPin: false }] },
    ]);
    later(16);
    expect((await open(ann, item)).comments).toMatchObject([{ mayEdit: false, mayRemove: true }]);
  });

  test('fills in the time of the address, and nothing for what is no time', async () => {
    const { item } = await stage();
    await addVideo(item, 200);
    expect(await open(null, item, '?t=192')).toMatchObject({ at: '3:12', item: { hasVideo: true } });
    expect(await open(null, item, '?t=soon')).toMatchObject({ at: null });
  });

  test('of a visitor who writes leads to sign in; drafts and what was taken down have none', async () => {
    const { creator, item } = await stage();
    const path = `/content/${item}/comments`;
    const sent = await post(list.action, null, path, item, { text: 'Hi' });
    expect(sent.headers.get('location')).toMatch(/^\/auth\?tab=sign-in&next=/);
    expect((await call(calls.action, null, ['POST', `/api${path}`, item], { text: 'Hi' })).status).toBe(401);
    const { item: draft } = await stage({ status: 'draft', creator: creator.id });
    const { item: down } = await stage({ status: 'withdrawn', creator: creator.id });
    for (const hidden of [draft, down]) {
      for (const viewer of [null, creator, await world.person({ isAdmin: true })]) {
        expect((await get(list.loader, viewer, '/x', hidden)).status).toBe(404);
        expect((await get(calls.loader, viewer, `/api/content/${hidden}/comments`, hidden)).status).toBe(404);
      }
    }
  });

  test('a long thread leads to an answer on its own page', async () => {
    const { creator, item } = await stage();
    const id = await write(await world.person(), item);
    for (let n = 0; n < 31; n += 1) await answer(creator, item, id, `Answer ${n}`);
    const sent = await post(thread.action, creator, `/comments/${id}`, id, { text: 'The last' });
    const to = sent.headers.get('location') ?? '';
    const shown = await (await get(thread.loader, null, to, id)).json();
    expect(shown.answers).toMatchObject([{ id: idIn(sent), text: 'The last' }]);
    const first = await (await get(thread.loader, null, `/comments/${id}`, id)).json();
    expect(first.answers).toHaveLength(30);
    const next = await (await get(thread.loader, null, first.further, id)).json();
    expect(next.answers).toHaveLength(2);
  });
});

test('what is not there, or not for this member, is 404 by every address', async () => {
  const { creator, item } = await stage();
  const [ann, bob] = [await world.person(), await world.person()];
  const hidden = await write(ann, item);
  await block(bob, ann);
  const removed = await write(ann, item);
  await removeComment(world.member(creator), removed);
  for (const id of [hidden, removed, 0, 9_007_199_254_740_991]) {
    const path = `/comments/${id}`;
    const answers = [
      await get(thread.loader, bob, path, id),
      await get(one.loader, bob, `/api${path}`, id),
      await get(editing.loader, bob, `${path}/edit`, id),
      await get(removing.loader, bob, `${path}/delete`, id),
      await call(one.action, bob, ['PATCH', `/api${path}`, id], { text: 'Mine' }),
      await call(one.action, bob, ['DELETE', `/api${path}`, id]),
      await call(pinCall.action, bob, ['PUT', `/api${path}/pin`, id]),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  }
});

test.each(['creator', 'author'])(
  'a block by the %s unpins, so that the pin does not count in secret',
  async (by) => {
    const { creator, item } = await stage();
    const [ann, bob] = [await world.person(), await world.person()];
    const [pinned, other] = [await write(ann, item), await write(bob, item)];
    for (const id of [pinned, other]) await pinComment(world.member(creator), id, true);
    await (by === 'creator' ? block(creator, ann) : block(ann, creator));
    const rest = await rows<{ id: number }>(
      world.em(),
    )`select id from comments where content_id = ${item} and is_pinned`;
    expect(rest.map(({ id }) => Number(id))).toEqual([other]);
  },
);

import { describe, expect, test } from 'vitest';
import { deleteDuring } from '../../../../tests/support/database/counters.ts';
import { untilLocked } from '../../../../tests/support/database/waiting.ts';
import { addVideo } from '../../../../tests/support/media/video-row.ts';
import { simultaneously } from '../../../../tests/support/simultaneous.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import { Invalid, NotAllowed, NotFound, Refused } from '../../../errors.ts';
import type { Viewer } from '../../../scope.ts';
import * as studyPage from '../screens/study.page.tsx';
import { addNote, mostNotes } from './add-note.server.ts';
import * as deletePage from './delete-note.page.tsx';
import * as noteCall from './note.api.ts';
import * as notePage from './note.page.tsx';
import * as notebookCall from './notebook.api.ts';
import * as call from './notes.api.ts';
import { changeNote, deleteNote, findNote, listedNotes, listNotes, notesOf } from './notes.server.ts';

const world = testWorld();

async function aVideo(facts: Parameters<typeof world.item>[0] = {}) {
  const id = await world.item({ contentType: 'video', ...facts });
  await addVideo(world.em(), id, { seconds: 200 });
  return id;
}

const fill = (viewer: Viewer, item: number, count: number) =>
  row(world.em())`
    insert into notes (member_id, content_id, title_then, text)
    select ${viewer.id}, ${item}, 'x', 'y' from generate_series(1, ${count}::int)`;

const texts = (notes: { text: string }[]) => notes.map(({ text }) => text);

describe('a note', () => {
  test('is read in the order of the video by its author, and by no one else', async () => {
    const [ann, bob, item] = [await world.person(), await world.person({ isAdmin: true }), await aVideo()];
    const scope = world.member(ann);
    await addNote(scope, item, { seconds: 90, text: 'late' });
    const early = await addNote(scope, item, { seconds: 3, text: 'early' });
    await addNote(scope, item, { text: 'whole' });
    expect(texts(await notesOf(scope, item))).toEqual(['whole', 'early', 'late']);
    const other = world.member(bob);
    expect(await notesOf(other, item)).toEqual([]);
    expect((await listNotes(other, { size: 5, after: null, search: '' })).items).toEqual([]);
    await expect(findNote(other, early.id)).rejects.toThrow(NotFound);
    await expect(changeNote(other, early.id, { text: 'mine' })).rejects.toThrow(NotFound);
    await expect(deleteNote(other, early.id)).rejects.toThrow(NotFound);
    expect((await findNote(scope, early.id)).text).toBe('early');
  });

  test('needs an open item, and a moment that its video has', async () => {
    const scope = world.member(await world.person());
    const [item, picture] = [await aVideo(), await world.item()];
    await expect(addNote(scope, item, { seconds: 201, text: 'x' })).rejects.toThrow(
      new Invalid({ seconds: ['The video ends at 3:20.'] }),
    );
    await expect(addNote(scope, picture, { seconds: 1, text: 'x' })).rejects.toThrow(
      'This item has no video.',
    );
    await expect(addNote(scope, await aVideo({ tier: 'vip' }), { text: 'x' })).rejects.toThrow(NotAllowed);
    await expect(addNote(scope, await aVideo({ status: 'draft' }), { text: 'x' })).rejects.toThrow(NotFound);
    expect((await listNotes(scope, { size: 5, after: null, search: '' })).items).toEqual([]);
  });

  test('on an item that is deleted at the same moment is not written', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    const answer = await deleteDuring(world.em(), item, () =>
      addNote(world.member(viewer), item, { text: 'Elbow in' }),
    );
    expect(answer).toBeInstanceOf(NotFound);
  });

  test('stays, can be changed and read, when its item is locked, deleted or withdrawn', async () => {
    const viewer = await world.person();
    const scope = world.member(viewer);
    const [locked, deleted, withdrawn] = [
      await aVideo({ title: 'Locked' }),
      await aVideo({ title: 'Deleted' }),
      await aVideo({ title: 'Withdrawn' }),
    ];
    const notes = [];
    for (const item of [locked, deleted, withdrawn])
      notes.push(await addNote(scope, item, { seconds: 10, text: 'words' }));
    await row(world.em())`update content set tier = 'vip' where id = ${locked}`;
    await row(world.em())`delete from content where id = ${deleted}`;
    await row(world.em())`update content set status = 'withdrawn' where id = ${withdrawn}`;
    for (const { id } of notes) await changeNote(scope, id, { seconds: 11, text: 'changed' });
    const { items } = await listNotes(scope, { size: 5, after: null, search: 'changed' });
    expect(items.map(({ title, contentId }) => [title, contentId === null])).toEqual(
      expect.arrayContaining([
        ['Locked', false],
        ['Deleted', true],
        ['Withdrawn', false],
      ]),
    );
  });

  test('is found by all words of a search, also by its title, and signs mean themselves', async () => {
    const scope = world.member(await world.person());
    const [guard, mount] = [await aVideo({ title: 'Half guard' }), await aVideo({ title: 'Mount' })];
    await addNote(scope, guard, { text: 'Hide the elbow' });
    await addNote(scope, mount, { text: 'Weight on the ELBOW, 100%' });
    const found = async (search: string) =>
      texts((await listNotes(scope, { size: 5, after: null, search })).items);
    expect(await found('elbow')).toHaveLength(2);
    expect(await found('guard elbow')).toEqual(['Hide the elbow']);
    expect(await found('100%')).toEqual(['Weight on the ELBOW, 100%']);
    expect(await found('%_%')).toEqual([]);
  });

  test('the notebook is cut into pages, newest first', async () => {
    const scope = world.member(await world.person());
    const item = await aVideo();
    for (const text of ['1', '2', '3', '4', '5']) {
      world.clock.at = new Date(world.clock.at.getTime() + 1000);
      await addNote(scope, item, { text });
    }
    const first = await listNotes(scope, { size: 3, after: null, search: '' });
    const second = await listNotes(scope, { size: 3, after: first.after, search: '' });
    expect(texts([...first.items, ...second.items])).toEqual(['5', '4', '3', '2', '1']);
    expect(second.after).toBeNull();
  });

  test('a full notebook says so; a form that is sent again gets its note all the same', async () => {
    const viewer = await world.person();
    const item = await aVideo();
    await fill(viewer, item, mostNotes - 1);
    const last = { text: 'the last', attempt: 'one form' };
    const made = await addNote(world.member(viewer), item, last);
    await expect(addNote(world.member(viewer), item, { text: 'one more' })).rejects.toThrow(Refused);
    expect(await addNote(world.member(viewer), item, last)).toEqual(made);
  });

  test('the last place of a notebook is filled once, however many notes come at once', async () => {
    const viewer = await world.person();
    const item = await aVideo();
    await fill(viewer, item, mostNotes - 1);
    const em = world.em();
    // Not `transactional`: MikroORM would draw the notes into the same transaction.
    await em.begin();
    // Notes can be counted but not written, until all requests wait.
    await row(em)`lock table notes in share mode`;
    const adding = simultaneously(6, (n) => addNote(world.member(viewer), item, { text: `${n}` }));
    await untilLocked(em, 6);
    await em.commit();
    const outcomes = await adding;
    expect(outcomes.filter(({ value }) => value)).toHaveLength(1);
    expect(outcomes.filter(({ error }) => error instanceof Refused)).toHaveLength(5);
  });

  test('a form that is sent several times at once makes one note', async () => {
    const scope = () => world.member(viewer);
    const [viewer, item] = [await world.person(), await aVideo()];
    const form = { text: 'once', attempt: 'pressed twice' };
    const outcomes = await simultaneously(6, () => addNote(scope(), item, form));
    const [note, ...more] = await notesOf(scope(), item);
    expect(more).toEqual([]);
    expect(outcomes.map(({ value }) => value)).toEqual(Array.from({ length: 6 }, () => note));
  });
});

describe('the same as a call and as a form', () => {
  const study = (viewer: Viewer | null, item: number, init?: RequestInit) =>
    world.send(
      init ? studyPage.action : studyPage.loader,
      viewer,
      `/content/${item}/study`,
      { id: String(item) },
      init,
    );

  test('written, changed and deleted', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    const params = { id: String(item) };
    const path = `/api/content/${item}/notes`;
    const made = await world.send(
      call.action,
      viewer,
      path,
      params,
      jsonCall('POST', { seconds: 9, text: ' a ' }),
    );
    expect([made.status, await made.json()]).toMatchObject([201, { contentId: item, seconds: 9, text: 'a' }]);
    const form = await study(viewer, item, formPost({ at: '1:02', text: 'b' }));
    expect([form.status, form.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(new RegExp(`^/content/${item}/study#note-\\d+$`)),
    ]);
    const read = await world.send(call.loader, viewer, path, params);
    const notes = (await read.json()) as { id: number; seconds: number; text: string }[];
    expect(notes).toMatchObject([
      { seconds: 9, text: 'a' },
      { seconds: 62, text: 'b' },
    ]);
    const [one, two] = notes.map(({ id }) => ({ id: String(id) }));
    if (!one || !two) throw new Error('two notes');
    const changed = await world.send(
      noteCall.action,
      viewer,
      `/api/notes/${one.id}`,
      one,
      jsonCall('PATCH', { text: 'c' }),
    );
    expect(await changed.json()).toMatchObject({ seconds: 9, text: 'c' });
    await world.send(notePage.action, viewer, `/notebook/${two.id}`, two, formPost({ at: '', text: 'd' }));
    const all = await world.send(notebookCall.loader, viewer, '/api/notes?search=d');
    expect(await all.json()).toMatchObject([{ seconds: null, text: 'd' }]);
    const gone = await world.send(noteCall.action, viewer, `/api/notes/${one.id}`, one, jsonCall('DELETE'));
    expect(gone.status).toBe(204);
    await world.send(deletePage.action, viewer, `/notebook/${two.id}/delete`, two, formPost({ sent: '1' }));
    expect(await notesOf(world.member(viewer), item)).toEqual([]);
  });

  test('two tabs that change one note lose nothing', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    const { id } = await addNote(world.member(viewer), item, { seconds: 5, text: 'as it was' });
    const params = { id: String(id) };
    const path = `/notebook/${id}`;
    const { seen } = await (await world.send(notePage.loader, viewer, path, params)).json();
    const save = (at: string, text: string) =>
      world.send(notePage.action, viewer, path, params, formPost({ at, text, seen }));
    expect((await save('0:05', 'the first tab')).status).toBe(303);
    const second = await save('0:05', 'the second tab');
    expect([second.status, await second.text()]).toEqual([422, expect.stringContaining('the first tab')]);
    expect((await save('1:10', 'as it was')).status).toBe(303);
    expect(await findNote(world.member(viewer), id)).toMatchObject({ seconds: 70, text: 'the first tab' });
  });

  test('on an item that was taken down, a note leads back to the notebook and to no closed page', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    const { id } = await addNote(world.member(viewer), item, { seconds: 5, text: 'kept' });
    const params = { id: String(id) };
    const path = `/notebook/${id}`;
    const read = async () => (await world.send(notePage.loader, viewer, path, params)).json();
    expect((await read()).page).toBe(`/content/${item}/study#note-${id}`);
    await row(world.em())`update content set status = 'withdrawn' where id = ${item}`;
    const { page, seen } = await read();
    expect(page).toBe('/notebook');
    const saved = await world.send(
      notePage.action,
      viewer,
      path,
      params,
      formPost({ at: '0:05', text: 'b', seen }),
    );
    expect(saved.headers.get('location')).toBe('/notebook');
    const listed = await listedNotes(world.member(viewer), await notesOf(world.member(viewer), item));
    expect(listed).toMatchObject([{ text: 'b', isThere: false }]);
  });

  test('a form that does not fit comes back with its words', async () => {
    const [viewer, item] = [await world.person(), await aVideo()];
    for (const [at, message] of [
      ['soon', 'Write the moment as 3:12, or leave it empty.'],
      ['9:59', 'The video ends at 3:20.'],
    ]) {
      const answer = await study(viewer, item, formPost({ at: at ?? '', text: 'kept words' }));
      const body = JSON.stringify(await answer.json());
      expect([at, answer.status, body.includes('kept words'), body.includes(message ?? '')]).toEqual([
        at,
        422,
        true,
        true,
      ]);
    }
    expect((await study(viewer, item, formPost({ at: '', text: '  ' }))).status).toBe(422);
    expect((await study(null, item, formPost({ at: '', text: 'x' }))).status).toBe(303);
    expect(await notesOf(world.member(viewer), item)).toEqual([]);
  });

  test('the page of a locked item has no form, no media and no chapters beyond its page', async () => {
    const viewer = await world.person();
    const item = await aVideo({ tier: 'vip' });
    await row(world.em())`update content set steps = '{0:01 First,0:09 Secret}' where id = ${item}`;
    const body = await (await study(viewer, item)).json();
    expect(body).toMatchObject({
      item: { locked: true, media: [] },
      chapters: [{ seconds: 1, title: 'First' }],
    });
    expect(JSON.stringify(body)).not.toContain('Secret');
  });
});

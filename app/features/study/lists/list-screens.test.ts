import { describe, expect, test } from 'vitest';
import { wholeSite } from '../../../../tests/support/site/site-harness.ts';
import { rows } from '../../../../tests/support/sql.ts';
import { testLists } from '../../../../tests/support/study-lists.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';

const world = testWorld();
const open = wholeSite(world);
const { list, order, facts, entryOf } = testLists(world);

const call = async (viewer: Viewer | null, method: string, path: string, body?: unknown) => {
  const { status, html } = await open(viewer, path, method === 'GET' ? {} : jsonCall(method, body));
  return { status, body: html === '' ? null : JSON.parse(html) };
};

describe('the same as a form and as a call', () => {
  test('makes a list', async () => {
    const owner = await world.person();
    const posted = await open(owner, '/lists', formPost({ title: ' Half guard ', visibility: 'link' }));
    expect(posted.to).toMatch(/^\/lists\/\d+$/);
    const answer = await call(owner, 'POST', '/api/lists', { title: 'Half guard', visibility: 'link' });
    expect(answer).toMatchObject({ status: 201, body: { title: 'Half guard', entryCount: 0, version: 1 } });
    const made = await rows(world.em())`
      select title, description, visibility, length(link_key) as key from lists where member_id = ${owner.id}`;
    const expected = { title: 'Half guard', description: null, visibility: 'link', key: 22 };
    expect(made).toEqual([expected, expected]);
  });

  test.each([
    ['title', '', 'Please give the list a title.'],
    ['title', 'x'.repeat(101), 'A title can have at most 100 characters.'],
    ['description', 'x'.repeat(2_001), 'A description can have at most 2,000 characters.'],
    ['visibility', 'friends', 'Please choose who may see it: private, link or public.'],
  ])('refuses %s %s', async (field, value, message) => {
    const owner = await world.person();
    const sent = { title: 'Half guard', [field]: value };
    const posted = await open(owner, '/lists', formPost(sent));
    expect(posted.status).toBe(422);
    expect(posted.text).toContain(message);
    const answer = await call(owner, 'POST', '/api/lists', sent);
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [message] } } });
  });

  test('changes and deletes a list', async () => {
    const owner = await world.person();
    const id = await list(owner);
    const form = { title: 'Renamed', description: 'In this order.', visibility: 'public' };
    expect((await open(owner, `/lists/${id}/edit`, formPost(form))).to).toBe(`/lists/${id}`);
    expect((await call(owner, 'GET', `/api/lists/${id}`)).body).toMatchObject(form);
    const patched = await call(owner, 'PATCH', `/api/lists/${id}`, { description: null });
    expect(patched.body).toMatchObject({ ...form, description: null });
    expect((await open(owner, `/lists/${id}/delete`, formPost({ sent: '1' }))).to).toBe('/lists');
    const other = await list(owner);
    expect((await call(owner, 'DELETE', `/api/lists/${other}`)).status).toBe(204);
    expect((await call(owner, 'GET', '/api/lists')).body).toEqual([]);
  });

  test('puts an item on a list, changes its entry, moves it and takes it off', async () => {
    const owner = await world.person();
    const [a, b] = [await world.item({ title: 'Knee cut' }), await world.item()];
    const id = await list(owner, { title: 'One' });
    const page = await open(owner, `/content/${a}/lists`);
    expect(page.text).toContain('One');
    const put = await open(owner, `/content/${a}/lists`, formPost({ on: String(id), newTitle: '' }));
    expect([put.to, put.says]).toEqual([`/content/${a}`, 'Saved']);
    const added = await call(owner, 'POST', `/api/lists/${id}/entries`, { contentId: b, note: 'Second' });
    expect(added).toMatchObject({ status: 201, body: { isNew: true } });
    const again = await call(owner, 'POST', `/api/lists/${id}/entries`, { contentId: b });
    expect(again).toEqual({ status: 200, body: { id: added.body.id, isNew: false } });

    const entry = `/lists/${id}/entries/${await entryOf(id, b)}`;
    const moved = await open(owner, `${entry}/move`, formPost({ step: 'up', back: `/lists/${id}#entry-1` }));
    expect(moved.to).toBe(`/lists/${id}#entry-1`);
    expect(await order(id)).toEqual([b, a]);
    expect((await call(owner, 'PATCH', `/api${entry}`, { position: 2, note: null })).body).toMatchObject({
      position: 2,
      note: null,
    });
    expect(await order(id)).toEqual([a, b]);
    const form = formPost({ note: 'Written by hand', position: '1' });
    expect((await open(owner, entry, form)).to).toBe(`/lists/${id}`);
    const read = await call(owner, 'GET', `/api/lists/${id}`);
    expect(read.body.entries).toMatchObject([
      { position: 1, note: 'Written by hand', item: { id: b } },
      { position: 2, note: null, title: 'Knee cut', item: { id: a } },
    ]);
    expect((await open(owner, `${entry}/remove`, formPost({ sent: '1' }))).status).toBe(303);
    const last = `/api/lists/${id}/entries/${await entryOf(id, a)}`;
    expect((await call(owner, 'DELETE', last)).status).toBe(204);
    expect((await call(owner, 'DELETE', last)).status).toBe(404);
    expect(await facts(id)).toMatchObject({ entries: 0 });
  });
});

test('two tabs that sort one list: the second is told, and sees it as it is now', async () => {
  const owner = await world.person();
  const [a, b] = [await world.item(), await world.item()];
  const id = await list(owner, { items: [a, b] });
  const html = (await open(owner, `/lists/${id}`)).html;
  const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? '';
  expect(version).toBe(String((await facts(id))?.version));
  const entry = `/lists/${id}/entries/${await entryOf(id, b)}/move`;
  const press = () => open(owner, entry, formPost({ step: 'up', version, back: `/lists/${id}` }));
  expect((await press()).says).toBeNull();
  const second = await press();
  expect([second.to, second.says]).toEqual([`/lists/${id}`, expect.stringMatching(/another tab/)]);
  expect(await order(id)).toEqual([b, a]);
  const patch = { position: 1, version: Number(version) };
  expect((await call(owner, 'PATCH', `/api${entry.replace('/move', '')}`, patch)).status).toBe(409);
});

test('two tabs that edit one list or one note: neither loses what the other wrote', async () => {
  const owner = await world.person();
  const item = await world.item();
  const id = await list(owner, { items: [item] });
  const entry = `/lists/${id}/entries/${await entryOf(id, item)}`;
  const seenOn = async (path: string) =>
    /name="seen" value="([^"]*)"/.exec((await open(owner, path)).html)?.[1] ?? '';
  const [seen, noteSeen] = [await seenOn(`/lists/${id}/edit`), await seenOn(entry)];
  const form = { title: 'Half guard', description: '', visibility: 'private', seen };
  await open(owner, `/lists/${id}/edit`, formPost({ ...form, description: 'From one tab' }));
  const joined = await open(owner, `/lists/${id}/edit`, formPost({ ...form, title: 'From another' }));
  expect(joined.says).toMatch(/Changes made elsewhere/);
  expect((await call(owner, 'GET', `/api/lists/${id}`)).body).toMatchObject({
    title: 'From another',
    description: 'From one tab',
  });
  await open(owner, entry, formPost({ note: 'One', position: '1', seen: noteSeen }));
  const refused = await open(owner, entry, formPost({ note: 'Two', position: '1', seen: noteSeen }));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('It now says: One');
});

test('a list is read in pages by its places', async () => {
  const owner = await world.person();
  const items = await Promise.all(Array.from({ length: 26 }, () => world.item()));
  const id = await list(owner, { items, visibility: 'public' });
  const first = await open(null, `/lists/${id}`);
  expect(first.html.match(/class="card"/g)).toHaveLength(12);
  expect(first.html).toContain(`/lists/${id}?after=12`);
  const second = await open(null, `/lists/${id}?after=12`);
  expect(second.html).toContain(`href="/lists/${id}"`);
  expect(second.html).toContain(`/lists/${id}?after=24`);
  expect((await open(null, `/lists/${id}?after=24`)).html.match(/class="card"/g)).toHaveLength(2);
  expect((await open(null, `/lists/${id}?after=nonsense`)).html).toContain('<ol class="grid" start="1">');
  const page = (cursor: string) => call(null, 'GET', `/api/lists/${id}?limit=20${cursor}`);
  const [one, two] = [await page(''), await page('&cursor=20')];
  const ids = [...one.body.entries, ...two.body.entries].map(
    (entry: { item: { id: number } }) => entry.item.id,
  );
  expect(ids).toEqual(items);
});

test('who takes the last one off a further page comes back to the first', async () => {
  const owner = await world.person();
  const items = [];
  for (let n = 0; n < 13; n += 1) items.push(await world.item());
  const id = await list(owner, { items });
  const last = await entryOf(id, items[12] ?? 0);
  const removed = await open(
    owner,
    `/lists/${id}/entries/${last}/remove`,
    formPost({ back: `/lists/${id}?after=12` }),
  );
  expect(removed.to).toBe(`/lists/${id}?after=12`);
  expect((await open(owner, removed.to ?? '')).to).toBe(`/lists/${id}`);
});

test('the public lists of a creator have a call', async () => {
  const owner = await world.person();
  const item = await world.item({ creator: owner.id });
  const shown = await list(owner, { visibility: 'public', items: [item] });
  await list(owner, { visibility: 'public' });
  await list(owner, { items: [item] });
  for (const viewer of [null, owner]) {
    const answer = await call(viewer, 'GET', `/api/creators/${owner.username}/lists`);
    expect(answer).toMatchObject({ status: 200, body: [{ id: shown, isOwn: viewer !== null }] });
    expect(answer.body).toHaveLength(1);
  }
  expect((await call(null, 'GET', '/api/creators/not_there/lists')).status).toBe(404);
});

test('visitors have no lists, and are sent to sign in', async () => {
  expect((await open(null, '/lists')).to).toMatch(/^\/auth/);
  expect((await call(null, 'GET', '/api/lists')).status).toBe(401);
  expect((await open(await world.person(), '/lists')).text).toContain('No lists yet');
});

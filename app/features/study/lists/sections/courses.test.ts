import { beforeAll, describe, expect, test } from 'vitest';
import { wholeSite } from '../../../../../tests/support/site/site-harness.ts';
import { row, rows } from '../../../../../tests/support/sql.ts';
import { testLists } from '../../../../../tests/support/study-lists.ts';
import { formPost, jsonCall, testWorld } from '../../../../../tests/support/world.ts';
import type { Viewer } from '../../../../scope.ts';
import { markSeen } from '../../progress/progress.server.ts';
import { moveEntry, patchEntry } from '../entries.server.ts';
import { createList, patchList } from '../lists.server.ts';
import { saveSections, sectionsOf } from './sections.server.ts';
import { sectionsIn } from './sections-form.ts';

const world = testWorld();
const open = wholeSite(world);
const { list, order, facts, entryOf } = testLists(world);
let creator: Viewer;

beforeAll(async () => {
  creator = { ...(await world.person({ firstName: 'Bia', lastName: 'Rocha' })), hasContent: true };
});

/** A course with these items in each section: the first ones before all sections. */
async function course(parts: number[], facts: Parameters<typeof list>[1] = {}) {
  const id = await list(creator, { kind: 'course', title: 'Half guard', ...facts });
  const items: number[] = [];
  for (const [index, count] of parts.entries()) {
    if (index > 0) {
      const known = await sectionsOf(world.em(), id);
      await saveSections(world.member(creator), id, [...known, { title: `Part ${index}` }]);
    }
    for (let n = 0; n < count; n += 1) {
      const item = await world.item({ title: `Item ${index}.${n}` });
      items.push(item);
      const sent = jsonCall('POST', { contentId: item });
      expect((await open(creator, `/api/lists/${id}/entries`, sent)).status).toBe(201);
    }
  }
  return { id, items, sections: (await sectionsOf(world.em(), id)).map((section) => section.id) };
}

/** `1.0 | 2.0 2.1`: the titles of the items, section by section. */
async function outline(id: number): Promise<string> {
  const found = await rows<{ title: string | null; items: string }>(world.em())`
    select coalesce(s.title, '') as title,
      coalesce(string_agg(replace(e.title_then, 'Item ', ''), ' ' order by e.position), '') as items
    from (select id, title, position from list_sections where list_id = ${id}
      union all select null, null, -1) s
    left join list_entries e on e.list_id = ${id} and e.section_id is not distinct from s.id
    group by s.id, s.title, s.position order by s.position`;
  await order(id);
  const parts = found.map(({ title, items }) => [title, items].filter(Boolean).join(': '));
  return parts.filter((part, index) => index > 0 || part).join(' | ');
}

test('a course is made by who has published, as a form and as a call', async () => {
  const member = await world.person();
  const input = { kind: 'course', title: 'Half guard', description: null, visibility: 'private' } as const;
  await expect(createList(world.member(member), input)).rejects.toMatchObject({ field: 'kind' });
  const id = await list(member);
  await expect(patchList(world.member(member), id, { kind: 'course' })).rejects.toMatchObject({
    field: 'kind',
  });
  const form = { kind: 'course', title: 'Half guard' };
  const refused = await open(member, '/lists', formPost(form));
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('publish a technique first')]);
  expect((await open(creator, '/lists', formPost(form))).to).toMatch(/^\/lists\/\d+$/);
  const made = await open(creator, '/api/lists', jsonCall('POST', form));
  expect(JSON.parse(made.html)).toMatchObject({ kind: 'course' });
});

describe('the sections of a course', () => {
  test('are written in order; what is in one that goes comes to the one before', async () => {
    const { id, sections } = await course([1, 2, 1]);
    expect(await outline(id)).toBe('0.0 | Part 1: 1.0 1.1 | Part 2: 2.0');
    const [one = 0, two = 0] = sections;
    await saveSections(world.member(creator), id, [
      { id: two, title: 'Second first' },
      { title: 'New' },
      { id: one, title: 'Part 1' },
    ]);
    expect(await outline(id)).toBe('0.0 | Second first: 2.0 | New | Part 1: 1.0 1.1');
    await saveSections(world.member(creator), id, [{ id: two, title: 'Second first' }]);
    expect(await outline(id)).toBe('0.0 | Second first: 2.0 1.0 1.1');
    await saveSections(world.member(creator), id, []);
    expect(await outline(id)).toBe('0.0 2.0 1.0 1.1');
  });

  test('entries step over from one to the next, and are put into one', async () => {
    const { id, items, sections } = await course([1, 2, 1]);
    const entry = async (index: number) => ({ listId: id, entryId: await entryOf(id, items[index] ?? 0) });
    await moveEntry(world.member(creator), { ...(await entry(2)), step: 'down' });
    expect(await outline(id)).toBe('0.0 | Part 1: 1.0 | Part 2: 1.1 2.0');
    await moveEntry(world.member(creator), { ...(await entry(1)), step: 'up' });
    expect(await outline(id)).toBe('0.0 1.0 | Part 1 | Part 2: 1.1 2.0');
    await patchEntry(world.member(creator), await entry(0), { section: sections[1] });
    expect(await outline(id)).toBe('1.0 | Part 1 | Part 2: 1.1 2.0 0.0');
    await patchEntry(world.member(creator), await entry(0), { section: 0 });
    expect(await outline(id)).toBe('1.0 0.0 | Part 1 | Part 2: 1.1 2.0');
    const strange = await course([0, 1]);
    await expect(
      patchEntry(world.member(creator), await entry(0), { section: strange.sections[0] }),
    ).rejects.toMatchObject({ field: 'section' });
  });

  test('belong to the course: no other member, and no section of another course', async () => {
    const { id, sections } = await course([0, 1]);
    const strange = await course([0, 1]);
    const other = { ...(await world.person()), hasContent: true };
    const before = await outline(id);
    const wanted = [{ id: sections[0] ?? 0, title: 'Mine' }];
    await expect(saveSections(world.member(other), id, wanted)).rejects.toThrow('Not found');
    await expect(
      saveSections(world.member(creator), id, [{ id: strange.sections[0] ?? 0, title: 'Taken' }]),
    ).rejects.toThrow('Not found');
    expect((await open(other, `/lists/${id}/sections`)).status).toBe(404);
    const sent = jsonCall('PUT', { sections: [] });
    expect((await open(other, `/api/lists/${id}/sections`, sent)).status).toBe(404);
    await expect(saveSections(world.member(creator), await list(creator), wanted)).rejects.toThrow(
      'Only a course',
    );
    expect(await outline(id)).toBe(before);
    expect(await outline(strange.id)).toBe('Part 1: 1.0');
  });

  test('go when the course becomes a list, and its order stays', async () => {
    const { id, items } = await course([1, 2]);
    await patchList(world.member(creator), id, { kind: 'list' });
    expect(await order(id)).toEqual(items);
    expect(await sectionsOf(world.em(), id)).toEqual([]);
  });

  test('as a form and as a call', async () => {
    const { id, sections } = await course([0, 1, 1]);
    const address = `/lists/${id}/sections`;
    const version = String((await facts(id))?.version);
    expect((await open(creator, address)).html).toContain(`name="version" value="${version}"`);
    const form = (titles: string[], more: Record<string, string> = {}) => {
      const body = new URLSearchParams({ version, ...more });
      for (const section of sections) body.append('ids', String(section));
      for (const title of titles) body.append('titles', title);
      return { method: 'POST', body };
    };
    const up = await open(creator, address, form(['First', 'Second', ''], { up: String(sections[1]) }));
    expect(up.to).toBe(address);
    expect(await outline(id)).toBe('Second: 2.0 | First: 1.0');
    // From an older state.
    const stale = await open(creator, address, form(['Again', 'Second', '']));
    expect([stale.status, stale.text]).toEqual([409, expect.stringContaining('another tab')]);
    expect(stale.html).toContain('value="Again"');
    const call = await open(
      creator,
      `/api${address}`,
      jsonCall('PUT', { sections: [{ id: sections[0], title: 'Only' }] }),
    );
    expect(JSON.parse(call.html)).toEqual({ sections: [{ id: sections[0], title: 'Only' }] });
    expect(await outline(id)).toBe('2.0 | Only: 1.0');
    expect((await open(creator, `/api${address}`, jsonCall('PUT', { sections: [{}] }))).status).toBe(422);
  });

  test('a form says which are kept, new and moved', () => {
    const sent = { ids: [1, 2, 3], version: undefined };
    expect(sectionsIn({ ...sent, titles: ['A', undefined, 'C', 'D'], up: undefined })).toEqual([
      { id: 1, title: 'A' },
      { id: 3, title: 'C' },
      { title: 'D' },
    ]);
    expect(sectionsIn({ ...sent, titles: ['A', 'B', 'C'], up: 3 }).map(({ id }) => id)).toEqual([1, 3, 2]);
    expect(sectionsIn({ ...sent, titles: ['A', 'B', 'C'], up: 1 }).map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});

describe('the page of a course', () => {
  test('shows its sections, and what unlocks all of it in one box', async () => {
    const { id, items } = await course([0, 1, 13], { visibility: 'public' });
    await row(world.em())`update content set tier = 'vip' where id = ${items.at(-1)}`;
    const page = await open(null, `/lists/${id}`);
    expect(page.text).toContain('Part 1');
    expect(page.text).toContain('Part 2');
    // The locked one is on the second page.
    expect(page.text).toContain('You can watch 13 of 14 techniques now.');
    expect(page.text.match(/What unlocks the rest/g)).toHaveLength(1);
    const vip = await open(await world.person({ plan: 'vip' }), `/lists/${id}`);
    expect(vip.text).not.toContain('What unlocks');
    const { sections, entries } = JSON.parse((await open(null, `/api/lists/${id}`)).html);
    expect(sections.map(({ title }: { title: string }) => title)).toEqual(['Part 1', 'Part 2']);
    expect(entries[0].section).toBe(sections[0].id);
  });

  test('leads through its entries by previous and next', async () => {
    const { id, items } = await course([0, 1, 1], { visibility: 'link' });
    const key = (await facts(id))?.key;
    const first = await open(null, `/lists/${id}/1?key=${key}`);
    expect(first.text).toContain('Item 1.0');
    expect(first.text).toContain('· Part 1 · 1 of 2');
    expect(first.html).toContain(`href="/lists/${id}/2?key=${key}"`);
    expect(first.html).not.toContain('rel="prev"');
    expect(first.html).toContain(`href="/content/${items[0]}"`);
    const second = await open(null, `/lists/${id}/2?key=${key}`);
    expect(second.html).toContain(`href="/lists/${id}/1?key=${key}"`);
    expect(second.html).not.toContain('rel="next"');
    for (const path of [`/lists/${id}/1`, `/lists/${id}/3?key=${key}`, `/lists/${id}/0?key=${key}`])
      expect([path, (await open(null, path)).status]).toEqual([path, 404]);
  });

  test('plays what is open, shows the teaser of what is locked, and names nothing that is hidden', async () => {
    const [locked, hidden] = [
      await world.item({ tier: 'vip', hasPicture: true, title: 'For VIPs' }),
      await world.item({ hasPicture: true, title: 'Hidden one' }),
    ];
    const id = await list(creator, { visibility: 'public', items: [locked, hidden] });
    await row(world.em())`update content set status = 'suspended' where id = ${hidden}`;
    const page = await open(null, `/lists/${id}/1`);
    expect(page.html.match(/\/media\/[0-9a-f]+\/[^"?\s]+/g)).toEqual([
      expect.stringMatching(/teaser\.webp$/),
    ]);
    expect(page.text).toContain('What unlocks this');
    const gone = await open(null, `/lists/${id}/2`);
    expect(gone.text).toContain('Not available');
    expect(gone.html).not.toContain('Hidden one');
    expect(gone.html).not.toContain('/media/');
    const vip = await open(await world.person({ plan: 'vip' }), `/lists/${id}/1`);
    expect(vip.html).not.toContain('teaser.webp');
  });
});

test('the progress of a course is its viewer’s own, and its completion is shown', async () => {
  const [viewer, other] = [await world.person(), await world.person()];
  const { id, items } = await course([0, 2], { visibility: 'public' });
  const page = async (who: Viewer | null) => (await open(who, `/lists/${id}`)).text;
  await markSeen(world.member(viewer), items[0] ?? 0, true);
  expect(await page(viewer)).toContain('You have seen 1 of 2 techniques.');
  expect(await page(other)).toContain('You have seen 0 of 2 techniques.');
  expect(await page(null)).not.toContain('You have seen');
  const marked = await open(
    viewer,
    `/content/${items[1]}/seen`,
    formPost({ seen: '1', back: `/lists/${id}/2` }),
  );
  expect(marked.to).toBe(`/lists/${id}/2`);
  expect(await page(viewer)).toContain('You have seen all of it');
  const { entries } = JSON.parse((await open(viewer, `/api/lists/${id}`)).html);
  expect(entries.map(({ seen }: { seen: boolean }) => seen)).toEqual([true, true]);
  await open(viewer, `/lists/${id}/follow`, formPost({ following: '1' }));
  expect((await open(viewer, '/lists?show=followed')).text).toContain('2 seen');
});

describe('the cover of a course', () => {
  const coverIn = (html: string) =>
    /<picture class="picture picture--4x3"[\s\S]*?<img src="([^"]+)"/.exec(html)?.[1];

  test('is the picture of its first item, or of the one that its creator chose, as form and as call', async () => {
    const [first, second] = [await world.item({ hasPicture: true }), await world.item({ hasPicture: true })];
    const id = await list(creator, { kind: 'course', visibility: 'public', items: [first, second] });
    const keyOf = async (item: number) =>
      (await row<{ key: string }>(world.em())`select key from media where content_id = ${item}`)?.key ??
      'none';
    const shown = async (viewer: Viewer | null = null) => coverIn((await open(viewer, `/lists/${id}`)).html);
    expect(await shown()).toContain(await keyOf(first));
    const path = `/lists/${id}/entries/${await entryOf(id, second)}`;
    expect((await open(creator, path)).text).toContain('Cover of the course');
    expect((await open(creator, path, formPost({ cover: 'perhaps' }))).status).toBe(422);
    expect((await open(creator, path, formPost({ cover: 'yes' }))).to).toBe(`/lists/${id}`);
    expect(await shown()).toContain(await keyOf(second));
    // A form that does not ask for it leaves it as it is.
    await open(creator, path, formPost({ note: 'Slowly' }));
    expect(await shown()).toContain(await keyOf(second));
    await open(creator, `/api${path}`, jsonCall('PATCH', { isCover: false }));
    expect(await shown()).toContain(await keyOf(first));
    await open(creator, `/api${path}`, jsonCall('PATCH', { isCover: true }));
    expect(JSON.parse((await open(null, `/api/lists/${id}`)).html)).toMatchObject({ coverItemId: second });
    await open(creator, `/api${path}`, { method: 'DELETE' });
    expect(await shown()).toContain(await keyOf(first));
    expect(JSON.parse((await open(null, `/api/lists/${id}`)).html)).toMatchObject({ coverItemId: null });
  });

  test('of a locked item is its teaser, and of a list there is none', async () => {
    const locked = await world.item({ hasPicture: true, tier: 'vip' });
    const id = await list(creator, { kind: 'course', visibility: 'public', items: [locked] });
    const page = await open(null, `/lists/${id}`);
    expect(coverIn(page.html)).toMatch(/teaser\.webp$/);
    expect(page.html).not.toMatch(/\d+\.(avif|jpg)/);
    const plain = await list(creator, { visibility: 'public', items: [locked] });
    expect((await open(null, `/lists/${plain}`)).html).not.toContain('item__pair');
  });
});

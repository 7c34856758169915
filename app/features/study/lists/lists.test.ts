import { describe, expect, test } from 'vitest';
import { simultaneously } from '../../../../tests/support/simultaneous.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testLists } from '../../../../tests/support/study-lists.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { deleteMember } from '../../operations/members/anonymise.server.ts';
import { collections } from '../../operations/personal-data/collections.server.ts';
import { findOwnList } from './access.server.ts';
import { addEntry, moveEntry, patchEntry, removeEntry, setMemberships } from './entries.server.ts';
import { listEntries } from './entry-list.server.ts';
import { listLimits } from './list-terms.ts';
import { createList, deleteList, listsWith, myLists, patchList } from './lists.server.ts';

const world = testWorld();
const { list, order, facts, entryOf } = testLists(world);
const items = (count: number) => Promise.all(Array.from({ length: count }, () => world.item()));

describe('an item on a list', () => {
  test('comes to its end, once, with its note', async () => {
    const owner = await world.person();
    const [one = 0, two = 0] = await items(2);
    const id = await list(owner, { items: [one] });
    const add = (contentId: number, note: string | null = null) =>
      addEntry(world.member(owner), id, { contentId, note });
    const added = await simultaneously(4, () => add(two, 'Elbow in'));
    expect(added.filter(({ value }) => value?.isNew)).toHaveLength(1);
    expect(new Set(added.map(({ value }) => value?.id)).size).toBe(1);
    expect(await order(id)).toEqual([one, two]);
    expect(await facts(id)).toMatchObject({ entries: 2, version: 3 });
    const { entries } = await listEntries(world.scope(owner), await findOwnList(world.member(owner), id), {
      after: 0,
      size: 9,
    });
    expect(entries.map(({ note }) => note)).toEqual([null, 'Elbow in']);
  });

  test('stays where it is when it is added again, with the note that comes then', async () => {
    const owner = await world.person();
    const [one = 0, two = 0] = await items(2);
    const id = await list(owner, { items: [one, two] });
    const entry = await entryOf(id, one);
    const add = (note: string | null) => addEntry(world.member(owner), id, { contentId: one, note });
    const noteNow = async () =>
      (await row<{ note: string | null }>(world.em())`select note from list_entries where id = ${entry}`)
        ?.note;
    const before = (await facts(id))?.version ?? 0;
    expect(await add('Elbow in')).toEqual({ id: entry, isNew: false });
    expect([await noteNow(), (await facts(id))?.version]).toEqual(['Elbow in', before + 1]);
    for (const note of [null, 'Elbow in']) await add(note);
    expect([await noteNow(), (await facts(id))?.version]).toEqual(['Elbow in', before + 1]);
    expect(await order(id)).toEqual([one, two]);
  });

  test('must be one that the member may see', async () => {
    const owner = await world.person();
    const id = await list(owner);
    const draft = await world.item({ status: 'draft' });
    for (const contentId of [draft, 999_999])
      await expect(addEntry(world.member(owner), id, { contentId, note: null })).rejects.toThrow('Not found');
    const own = await world.item({ creator: owner.id, status: 'draft' });
    expect(await addEntry(world.member(owner), id, { contentId: own, note: null })).toMatchObject({
      isNew: true,
    });
    const locked = await world.item({ tier: 'vip' });
    expect(await addEntry(world.member(owner), id, { contentId: locked, note: null })).toMatchObject({
      isNew: true,
    });
  });

  test('is refused beyond the most, also for requests of the same moment', async () => {
    const owner = await world.person();
    const id = await list(owner);
    await row(world.em())`insert into content (creator_id, title, category, tier, content_type)
      select ${owner.id}, 'Many ' || n, 'training', 'free', 'image' from generate_series(1, ${listLimits.entries - 1}) n`;
    await row(world.em())`insert into list_entries (list_id, content_id, title_then, position)
      select ${id}::int, id, title, row_number() over (order by id) from content where creator_id = ${owner.id}`;
    await row(world.em())`update lists set entry_count = ${listLimits.entries - 1} where id = ${id}`;
    const [one = 0, two = 0] = await items(2);
    const tries = await simultaneously(2, (n) =>
      addEntry(world.member(owner), id, { contentId: n === 0 ? one : two, note: null }),
    );
    expect(tries.flatMap(({ error }) => error?.message ?? [])).toEqual([
      '“Half guard” has 500 items, which is the most. Begin another list.',
    ]);
    expect(await order(id)).toHaveLength(listLimits.entries);
  });

  test('stays on the list by its title when it is deleted, for the owner alone', async () => {
    const [owner, reader] = [await world.person(), await world.person()];
    const [one = 0] = await items(1);
    const gone = await world.item({ title: 'Lasso sweep' });
    const id = await list(owner, { items: [gone, one], visibility: 'public' });
    await row(world.em())`delete from content where id = ${gone}`;
    expect(await order(id)).toEqual([null, one]);
    const seenBy = async (viewer: typeof owner) => {
      const shown = { ...(await findOwnList(world.member(owner), id)), isOwn: viewer.id === owner.id };
      return (await listEntries(world.scope(viewer), shown, { after: 0, size: 1 })).entries[0];
    };
    expect(await seenBy(owner)).toMatchObject({ card: null, title: 'Lasso sweep' });
    expect(await seenBy(reader)).toMatchObject({ card: null, title: null });
  });
});

describe('the order of a list', () => {
  test('has no gaps and loses nothing, whatever two tabs do at once', async () => {
    const owner = await world.person();
    const all = await items(6);
    const id = await list(owner, { items: all });
    const entries = await Promise.all(all.map((item) => entryOf(id, item)));
    const [extra = 0] = await items(1);
    const done = await simultaneously(
      6,
      (n) =>
        moveEntry(world.member(owner), { listId: id, entryId: entries[n] ?? 0, step: n % 2 ? 'up' : 'down' }),
      () => removeEntry(world.member(owner), id, entries[0] ?? 0),
      () => addEntry(world.member(owner), id, { contentId: extra, note: null }),
    );
    expect(done.filter(({ error }) => error && error.message !== 'Not found')).toEqual([]);
    const after = await order(id);
    expect(after.toSorted()).toEqual([...all.slice(1), extra].toSorted());
    expect(await facts(id)).toMatchObject({ entries: 6 });
  });

  test('changes by steps and by places', async () => {
    const owner = await world.person();
    const [a = 0, b = 0, c = 0, d = 0] = await items(4);
    const id = await list(owner, { items: [a, b, c, d] });
    const step = async (item: number, step: 'up' | 'down') =>
      moveEntry(world.member(owner), { listId: id, entryId: await entryOf(id, item), step });
    await step(c, 'up');
    expect(await order(id)).toEqual([a, c, b, d]);
    await step(a, 'up');
    await step(d, 'down');
    expect(await order(id)).toEqual([a, c, b, d]);
    await patchEntry(world.member(owner), { listId: id, entryId: await entryOf(id, d) }, { position: 1 });
    expect(await order(id)).toEqual([d, a, c, b]);
    await patchEntry(world.member(owner), { listId: id, entryId: await entryOf(id, d) }, { position: 99 });
    expect(await order(id)).toEqual([a, c, b, d]);
    await removeEntry(world.member(owner), id, await entryOf(id, c));
    expect(await order(id)).toEqual([a, b, d]);
  });

  test('is not changed by a tab that shows an older one', async () => {
    const owner = await world.person();
    const [a = 0, b = 0, c = 0] = await items(3);
    const id = await list(owner, { items: [a, b, c] });
    const seen = (await facts(id))?.version ?? 0;
    const move = async (item: number) =>
      moveEntry(world.member(owner), { listId: id, entryId: await entryOf(id, item), step: 'up' }, seen);
    await move(c);
    await expect(move(c)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/another tab/),
    });
    expect(await order(id)).toEqual([a, c, b]);
    const stale = { version: seen, title: 'Another' };
    await expect(patchList(world.member(owner), id, stale)).rejects.toMatchObject({ status: 409 });
  });
});

describe('lists of a member', () => {
  test('are at most 200, also for requests of the same moment', async () => {
    const owner = await world.person();
    await row(world.em())`insert into lists (member_id, title)
      select ${owner.id}, 'List ' || n from generate_series(1, ${listLimits.lists - 1}) n`;
    const make = () =>
      createList(world.member(owner), {
        kind: 'list',
        title: 'One more',
        description: null,
        visibility: 'private',
      });
    const tries = await simultaneously(3, make);
    expect(tries.map(({ error }) => error?.message ?? 'made').toSorted()).toEqual([
      'You have 200 lists, which is the most. Delete one first.',
      'You have 200 lists, which is the most. Delete one first.',
      'made',
    ]);
  });

  test('are made once by a form that is sent twice, also at the same moment', async () => {
    const owner = await world.person();
    const form = { kind: 'list', title: 'Twice', description: null, visibility: 'private' } as const;
    const make = (words: { title?: string } = {}) =>
      createList(world.member(owner), { ...form, ...words, attempt: 'a form' });
    const made = await simultaneously(3, () => make());
    expect(new Set(made.map(({ value }) => value)).size).toBe(1);
    expect(await make({ title: 'Other words' })).not.toBe(made[0]?.value);
    expect((await myLists(world.member(owner), { size: 5 })).items).toHaveLength(2);
    const another = await world.person();
    expect(await createList(world.member(another), { ...form, attempt: 'a form' })).not.toBe(made[0]?.value);
  });

  test('come by their last change, in pages both ways', async () => {
    const owner = await world.person();
    await list(await world.person());
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      world.clock.at = new Date(world.clock.at.getTime() + 1_000);
      ids.unshift(await list(owner, { title: `List ${n}` }));
    }
    world.clock.at = new Date(world.clock.at.getTime() + 1_000);
    await patchList(world.member(owner), ids[4] ?? 0, { title: 'Changed' });
    const expected = [ids[4], ...ids.slice(0, 4)];
    const read = async (asked: object) => {
      const { items, ...page } = await myLists(world.member(owner), { size: 2, ...asked });
      return { ...page, ids: items.map(({ id }) => id) };
    };
    const first = await read({});
    const second = await read({ after: first.after });
    const third = await read({ after: second.after });
    expect([...first.ids, ...second.ids, ...third.ids]).toEqual(expected);
    expect([first.before, third.after]).toEqual([null, null]);
    expect((await read({ before: third.before })).ids).toEqual(second.ids);
  });

  test('an item is put on some and taken off others by one form, which leaves alone what it did not show', async () => {
    const owner = await world.person();
    const [item = 0] = await items(1);
    const [on, off, other] = [
      await list(owner, { title: 'A', items: [item] }),
      await list(owner, { title: 'B' }),
      await list(owner, { title: 'C', items: [item] }),
    ];
    // Another tab put it on C after the form was opened, so the form says nothing of C.
    await setMemberships(world.member(owner), item, { on: [off], was: [on], newTitle: 'D' });
    const known = await listsWith(world.member(owner), item);
    expect(known.map(({ title, isOn }) => [title, isOn])).toEqual([
      ['A', false],
      ['B', true],
      ['C', true],
      ['D', true],
    ]);
    const strange = await list(await world.person());
    const wanted = { on: [on, strange], was: [], newTitle: undefined };
    expect(await setMemberships(world.member(owner), item, wanted)).toBe(1);
    expect([await order(on), await order(strange)]).toEqual([[item], []]);
    expect(await order(other)).toEqual([item]);
  });

  test('the form of an item leaves out a list that was deleted meanwhile, and makes its new list once', async () => {
    const owner = await world.person();
    const scope = world.member(owner);
    const item = await world.item();
    const form = { kind: 'list', description: null, visibility: 'private' } as const;
    const [kept, gone] = [
      await createList(scope, { ...form, title: 'A' }),
      await createList(scope, { ...form, title: 'B' }),
    ];
    await deleteList(scope, gone);
    const wanted = { on: [kept, gone], was: [], newTitle: 'C', attempt: 'a form' };
    expect(await setMemberships(scope, item, wanted)).toBe(1);
    expect(await setMemberships(scope, item, wanted)).toBe(1);
    expect((await listsWith(scope, item)).map(({ title, isOn }) => [title, isOn])).toEqual([
      ['A', true],
      ['C', true],
    ]);
  });

  test('two forms for the same lists in another order do not wait for each other for ever', async () => {
    const owner = await world.person();
    const [one = 0, two = 0] = await items(2);
    const ids = await Promise.all(Array.from({ length: 5 }, (_, n) => list(owner, { title: `L ${n}` })));
    const done = await simultaneously(6, (n) =>
      setMemberships(world.member(owner), n % 2 ? one : two, {
        on: n % 3 ? ids : ids.toReversed(),
        was: [],
        newTitle: undefined,
      }),
    );
    expect(done.flatMap(({ error }) => error ?? [])).toEqual([]);
    for (const id of ids) expect((await order(id)).toSorted()).toEqual([one, two].toSorted());
  });

  test('are made and changed so often and no more', async () => {
    const owner = await world.person();
    const id = await list(owner);
    world.rates.scale = 1;
    try {
      const change = () => patchList(world.member(owner), id, { title: 'Again' });
      for (let n = 0; n < 239; n += 1) await change();
      await change();
      await expect(change()).rejects.toMatchObject({ status: 429 });
    } finally {
      world.rates.scale = 10_000;
    }
  });

  test('are in the archive of own data, and go with the account; titles of deleted items go from others’ lists', async () => {
    const [owner, fan] = [await world.person(), await world.person()];
    const own = await world.item({ creator: owner.id, title: 'Written by the owner' });
    const id = await list(owner, { title: 'Mine', items: [own], note: 'Elbow in' });
    const kept = await list(fan, { items: [own] });
    const read = async (name: string) =>
      collections
        .find((each) => each.name === name)
        ?.read(world.em(), { memberId: owner.id, after: 0, size: 9 });
    expect(await read('lists')).toMatchObject([{ list: id, title: 'Mine', visibility: 'private' }]);
    expect(await read('list-entries')).toMatchObject([{ list: id, item: own, place: 1, note: 'Elbow in' }]);
    const admin = await world.person({ isAdmin: true });
    await deleteMember(world.member(admin), owner.id);
    expect(await facts(id)).toBeNull();
    expect(
      await row(world.em())`select content_id, title_then from list_entries where list_id = ${kept}`,
    ).toEqual({ content_id: null, title_then: 'A deleted technique' });
  });

  test('a deleted list is gone with its entries', async () => {
    const owner = await world.person();
    const [item = 0] = await items(1);
    const id = await list(owner, { items: [item] });
    await deleteList(world.member(owner), id);
    expect(await order(id)).toEqual([]);
    await expect(deleteList(world.member(owner), id)).rejects.toThrow('Not found');
  });
});

import { describe, expect, test } from 'vitest';
import { during } from '../../../../../tests/support/database/counters.ts';
import { simultaneously } from '../../../../../tests/support/simultaneous.ts';
import { wholeSite } from '../../../../../tests/support/site/site-harness.ts';
import { row, rows } from '../../../../../tests/support/sql.ts';
import { testLists } from '../../../../../tests/support/study-lists.ts';
import { formPost, jsonCall, testWorld } from '../../../../../tests/support/world.ts';
import { NotFound } from '../../../../errors.ts';
import type { Viewer } from '../../../../scope.ts';
import { listLimits } from '../list-terms.ts';
import { patchList } from '../lists.server.ts';
import { copyList } from './copy-list.server.ts';
import { followedLists, setListFollow } from './follow-list.server.ts';

const world = testWorld();
const open = wholeSite(world);
const { list, order, facts } = testLists(world);
const followedBy = async (viewer: Viewer) =>
  (await followedLists(world.member(viewer), { size: 9 })).items.map(({ id }) => id);

describe('following', () => {
  test('is for public lists of others, and one row however often it is asked for', async () => {
    const [owner, fan] = [await world.person(), await world.person()];
    const id = await list(owner, { visibility: 'public' });
    await simultaneously(3, () => setListFollow(world.scope(fan), id, true));
    expect(await followedBy(fan)).toEqual([id]);
    await expect(setListFollow(world.scope(null), id, true)).rejects.toThrow('Please sign in');
    await expect(setListFollow(world.scope(owner), id, true)).rejects.toThrow('your own list');
    for (const visibility of ['private', 'link'] as const) {
      const closed = await list(owner, { visibility });
      for (const wanted of [true, false, 'toggle'] as const)
        await expect(setListFollow(world.scope(fan), closed, wanted)).rejects.toThrow('Not found');
    }
    expect(await setListFollow(world.scope(fan), id, 'toggle')).toEqual({ following: false });
    expect(await followedBy(fan)).toEqual([]);
  });

  test('shows a list while it is public, and can end when it is not', async () => {
    const [owner, fan] = [await world.person(), await world.person()];
    const id = await list(owner, { visibility: 'public', title: 'Was public' });
    await setListFollow(world.scope(fan), id, true);
    await patchList(world.member(owner), id, { visibility: 'private', title: 'Now secret' });
    expect(await followedBy(fan)).toEqual([]);
    expect((await open(fan, '/lists?show=followed')).html).not.toContain('Now secret');
    expect((await open(fan, `/lists/${id}`)).status).toBe(404);
    expect(await setListFollow(world.scope(fan), id, false)).toEqual({ following: false });
    await patchList(world.member(owner), id, { visibility: 'public' });
    expect(await followedBy(fan)).toEqual([]);
  });

  test('finds no list that is deleted at the same moment', async () => {
    const [owner, fan] = [await world.person(), await world.person()];
    const id = await list(owner, { visibility: 'public' });
    const em = world.em();
    const answer = await during(em, () => setListFollow(world.scope(fan), id, true), {
      lock: () => row(em)`select from lists where id = ${id} for update`,
      change: () => row(em)`delete from lists where id = ${id}`,
    });
    expect(answer).toBeInstanceOf(NotFound);
  });

  test('ends at the most, also for requests of the same moment', async () => {
    const [owner, fan] = [await world.person(), await world.person()];
    await row(world.em())`insert into lists (member_id, title, visibility)
      select ${owner.id}, 'List ' || n, 'public' from generate_series(1, ${listLimits.followed + 1}::int) n`;
    const ids = (
      await rows<{ id: number }>(world.em())`select id from lists where member_id = ${owner.id} order by id`
    ).map(({ id }) => id);
    await row(world.em())`insert into list_follows (member_id, list_id)
      select ${fan.id}::int, id from lists where member_id = ${owner.id} order by id limit ${listLimits.followed - 1}`;
    const tries = await simultaneously(2, (n) => setListFollow(world.scope(fan), ids.at(-1 - n) ?? 0, true));
    expect(tries.flatMap(({ error }) => error?.message ?? [])).toEqual([
      'You follow 200 lists, which is the most. Stop following one first.',
    ]);
  });

  test('by button and by call', async () => {
    const [owner, fan] = [await world.person(), await world.person()];
    const id = await list(owner, { visibility: 'public', title: 'Followed by both' });
    const pressed = await open(
      fan,
      `/lists/${id}/follow`,
      formPost({ following: '1', back: `/lists/${id}` }),
    );
    expect([pressed.to, pressed.says]).toEqual([`/lists/${id}`, expect.stringMatching(/^Following/)]);
    expect((await open(fan, '/lists?show=followed')).text).toContain('Followed by both');
    expect((await open(fan, `/lists/${id}`)).text).toContain('Following');
    const call = (body: object, viewer: Viewer | null = fan) =>
      open(viewer, `/api/lists/${id}/follow`, jsonCall('POST', body));
    expect(JSON.parse((await call({ following: false })).html)).toEqual({ following: false });
    expect((await call({ following: 'maybe' })).status).toBe(422);
    expect((await call({ following: true }, null)).status).toBe(401);
    await call({ following: true });
    const asked = async (show: string) =>
      JSON.parse((await open(fan, `/api/lists?show=${show}`)).html).map((each: { id: number }) => each.id);
    expect([await asked('followed'), await asked('own')]).toEqual([[id], []]);
    expect((await open(fan, '/api/lists?show=others')).status).toBe(422);
  });
});

describe('a copy', () => {
  test('is a private list with what its maker may see, in the same order and without notes of others', async () => {
    const [owner, reader] = [await world.person(), await world.person()];
    const [a, b] = [await world.item(), await world.item({ tier: 'vip' })];
    const draft = await world.item({ creator: owner.id, status: 'draft', title: 'Not out yet' });
    const id = await list(owner, { visibility: 'link', items: [b, draft, a], note: 'By the owner' });
    await expect(copyList(world.member(reader), id, null)).rejects.toThrow('Not found');
    const made = await copyList(world.member(reader), id, (await facts(id))?.key ?? null);
    expect(await order(made)).toEqual([b, a]);
    const kept = await row(world.em())`
      select l.member_id, l.visibility, l.entry_count, count(e.note)::int as notes
      from lists l join list_entries e on e.list_id = l.id where l.id = ${made} group by l.id`;
    expect(kept).toEqual({ member_id: reader.id, visibility: 'private', entry_count: 2, notes: 0 });
    const own = await copyList(world.member(owner), id, null);
    expect(await order(own)).toEqual([b, draft, a]);
    expect(
      await row(world.em())`select count(note)::int as notes from list_entries where list_id = ${own}`,
    ).toEqual({ notes: 3 });
  });

  test('is made once by a button that is pressed twice', async () => {
    const [owner, reader] = [await world.person(), await world.person()];
    const item = await world.item();
    const id = await list(owner, { visibility: 'public', items: [item] });
    const { html } = await open(reader, `/lists/${id}`);
    const attempt = /name="attempt" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const pressed = [];
    for (let n = 0; n < 2; n += 1)
      pressed.push((await open(reader, `/lists/${id}/copy`, formPost({ attempt }))).to);
    expect(pressed[1]).toBe(pressed[0]);
    expect(await order(Number(pressed[0]?.slice('/lists/'.length)))).toEqual([item]);
    expect((await open(reader, `/lists/${id}`)).html).not.toContain(attempt);
  });

  test('by button and by call', async () => {
    const [owner, reader] = [await world.person(), await world.person()];
    const item = await world.item();
    const id = await list(owner, { visibility: 'link', items: [item] });
    const key = (await facts(id))?.key ?? '';
    const page = await open(reader, `/lists/${id}?key=${key}`);
    expect(page.html).toContain(`name="key" value="${key}"`);
    const pressed = await open(reader, `/lists/${id}/copy`, formPost({ key }));
    const made = Number(pressed.to?.slice('/lists/'.length));
    expect(await order(made)).toEqual([item]);
    const call = await open(reader, `/api/lists/${id}/copy`, jsonCall('POST', { key }));
    expect(call.status).toBe(201);
    expect(JSON.parse(call.html)).toMatchObject({ isOwn: true, visibility: 'private', entryCount: 1 });
    expect((await open(reader, `/api/lists/${id}/copy`, jsonCall('POST', {}))).status).toBe(404);
  });
});

describe('a way of the map', () => {
  test('is saved as a private list of the items that teach it', async () => {
    const member = await world.person();
    const [a, b] = [await world.item({ tier: 'vip' }), await world.item()];
    const draft = await world.item({ status: 'draft' });
    const press = (fields: Record<string, string>, viewer: Viewer | null = member) =>
      open(viewer, '/lists/of-items', formPost(fields));
    const title = `From ${'half guard '.repeat(12)}to mount`;
    const pressed = await press({ title, items: `${b},${draft},${a},${b}` });
    const made = Number(pressed.to?.slice('/lists/'.length));
    expect(await order(made)).toEqual([b, a]);
    expect(
      await row(world.em())`select visibility, length(title) as length from lists where id = ${made}`,
    ).toEqual({
      visibility: 'private',
      length: 100,
    });
    for (const items of [`${draft}`, 'x', `${a},`, '']) {
      const refused = await press({ title, items });
      expect([items, refused.status, refused.to === `/lists/${made}`]).toEqual([
        items,
        items === `${draft}` ? 404 : 303,
        false,
      ]);
    }
    expect((await press({ title, items: `${a}` }, null)).to).toMatch(/^\/auth/);
    expect(
      await row(world.em())`select count(*)::int as lists from lists where member_id = ${member.id}`,
    ).toEqual({ lists: 1 });
  });
});

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { row } from '../../tests/support/sql.ts';
import { testWorld } from '../../tests/support/world.ts';
import type { Viewer } from '../scope.ts';
import { type Listener, openListener } from './listen.server.ts';

/** What the triggers say on the channel `library` when something that visitors see changes. */
const world = testWorld();
let listener: Listener;
let heard: string[] = [];
let creator: Viewer;
let member: Viewer;
let item = 0;
beforeAll(async () => {
  listener = openListener({ url: world.database.url });
  listener.on('library', (payload) => heard.push(payload));
  await vi.waitFor(() => expect(listener.isListening).toBe(true), 20_000);
  creator = await world.person({ username: 'ann' });
  member = await world.person();
  item = await world.item({ creator: creator.id, hasPicture: true });
});
afterAll(() => listener.close());

const sql = (text: TemplateStringsArray, ...values: unknown[]) => row(world.em())(text, ...values);
/** What is said until a mark that is said after the change. */
async function said(change: () => Promise<unknown>) {
  const end = `end ${Math.random()}`;
  await sql`select pg_notify('library', 'begin')`;
  await expect.poll(() => heard).toContain('begin');
  heard = [];
  await change();
  await sql`select pg_notify('library', ${end})`;
  await expect.poll(() => heard).toContain(end);
  const words = heard.filter((each) => each !== end).flatMap((each) => each.split(' '));
  heard = [];
  return [...new Set(words)].toSorted();
}
const mediaKey = async () =>
  (await row<{ key: string }>(world.em())`select key from media where content_id = ${item}`)?.key ?? '';

describe('an item', () => {
  test('that is published or edited names itself, its creator and the lists', async () => {
    let next = 0;
    const made = await said(async () => {
      next = await world.item({ creator: creator.id });
    });
    expect(made).toEqual(expect.arrayContaining(['creator-ann', `item-${next}`, 'lists']));
    const edited = await said(() => sql`update content set title = 'Another' where id = ${item}`);
    expect(edited).toEqual(['creator-ann', `item-${item}`, 'lists']);
  });

  test('that no visitor sees is told without a key', async () => {
    const draft = await world.item({ creator: creator.id, status: 'draft' });
    expect(await said(() => sql`update content set title = 'Draft' where id = ${draft}`)).toEqual(['']);
    expect(await said(() => sql`delete from content where id = ${draft}`)).toEqual(['']);
  });

  test.each([
    ['is taken away', 'withdrawn', 'free'],
    ['has to be paid for', 'published', 'vip'],
  ])('that %s is gone, with its pictures', async (_what, status, tier) => {
    const gone = await said(
      () => sql`update content set status = ${status}, tier = ${tier} where id = ${item}`,
    );
    const key = await mediaKey();
    expect(gone).toEqual(
      expect.arrayContaining([`!item-${item}`, `!media-${key}`, `item-${item}`, 'creator-ann', 'lists']),
    );
    await sql`update content set status = 'published', tier = 'free' where id = ${item}`;
  });

  test('has other likes, ratings or places on the map', async () => {
    const names = ['creator-ann', `item-${item}`];
    const like = () => sql`insert into likes (user_id, content_id) values (${member.id}, ${item})`;
    expect(await said(like)).toEqual(names);
    expect(await said(() => sql`delete from likes where user_id = ${member.id}`)).toEqual(names);
    expect(await said(() => sql`delete from likes where user_id = ${member.id}`)).toEqual([]);
    const rate = () =>
      sql`insert into ratings (user_id, content_id, stars, updated_at) values (${member.id}, ${item}, 5, now())`;
    expect(await said(rate)).toEqual(names);
    expect(await said(() => sql`update ratings set stars = 4 where user_id = ${member.id}`)).toEqual(names);
    const link = () =>
      sql`insert into content_map_links (content_id, starts_as) values (${item}, 'Half guard')`;
    expect(await said(link)).toEqual(expect.arrayContaining(names));
  });

  test('loses a picture, or gets captions', async () => {
    const key = await mediaKey();
    const captions = () =>
      sql`insert into captions (media_id, language, text) select id, 'en', 'x' from media where key = ${key}`;
    expect(await said(captions)).toEqual([`item-${item}`]);
    const removed = await said(() => sql`update media set content_id = null where key = ${key}`);
    expect(removed).toEqual([`!media-${key}`, `item-${item}`]);
  });
});

describe('a member', () => {
  test('names their page and what they rated when visitors see the change, and nothing when they do not', async () => {
    const renamed = await said(() => sql`update users set first_name = 'Anna' where id = ${creator.id}`);
    expect(renamed).toEqual(['creator-ann', 'lists']);
    const reviewer = await said(() => sql`update users set first_name = 'Bo' where id = ${member.id}`);
    expect(reviewer).toEqual([`creator-${member.username}`, `item-${item}`]);
    expect(await said(() => sql`update users set plan = 'vip' where id = ${member.id}`)).toEqual([]);
  });

  test('who is suspended is gone, with their picture', async () => {
    await sql`update users set profile_image_key = ${'0f'.repeat(16)} where id = ${creator.id}`;
    const gone = await said(() => sql`update users set status = 'suspended' where id = ${creator.id}`);
    expect(gone).toEqual(
      expect.arrayContaining(['!creator-ann', `!media-${'0f'.repeat(16)}`, 'creator-ann', 'lists']),
    );
    await sql`update users set status = 'active' where id = ${creator.id}`;
  });

  test('has another follower, offer or public list', async () => {
    const follow = () =>
      sql`insert into follows (follower_id, creator_id) values (${member.id}, ${creator.id})`;
    expect(await said(follow)).toEqual(['creator-ann']);
    const offer = () =>
      sql`insert into request_offers (creator_id, price_cents, days, at_once, updated_at)
        values (${creator.id}, 500, 5, 1, now())`;
    expect(await said(offer)).toEqual(['creator-ann']);
    const list = (of: number) => sql`insert into lists (member_id, title) values (${of}, 'Half guard')`;
    expect(await said(() => list(creator.id))).toEqual(['creator-ann']);
    expect(await said(() => list(member.id))).toEqual([]);
  });
});

test('featured cards and the map name what they are on', async () => {
  expect(await said(() => sql`insert into featured (title, creator) values ('A', 'B')`)).toEqual(['lists']);
  expect(await said(() => sql`delete from featured`)).toEqual(['lists']);
  expect(await said(() => sql`insert into map_terms (slug, kind) values ('x-guard', 'family')`)).toEqual([
    'map',
  ]);
});

test('more than a hundred keys are told as one, also when something was taken away', async () => {
  await sql`insert into content (creator_id, title, category, tier, content_type)
    select ${creator.id}, 'Item ' || n, 'training', 'free', 'image' from generate_series(1, 120) n`;
  expect(await said(() => sql`update content set title = 'All' where status = 'published'`)).toEqual(['all']);
  const gone = await said(() => sql`update content set status = 'withdrawn' where status = 'published'`);
  expect(gone).toContain('!all');
});

import { beforeAll, describe, expect, test } from 'vitest';
import { wholeSite } from '../../../../tests/support/site/site-harness.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testLists } from '../../../../tests/support/study-lists.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import type { Visibility } from './list-terms.ts';
import { patchList } from './lists.server.ts';

const world = testWorld();
const open = wholeSite(world);
const { list, order, facts, entryOf } = testLists(world);

let owner: Viewer;
/** Who is not the owner. */
let people: { visitor: null; member: Viewer; admin: Viewer };
let item: number;

beforeAll(async () => {
  owner = await world.person({ firstName: 'Ana' });
  item = await world.item({ creator: owner.id, title: 'Knee cut' });
  people = {
    visitor: null,
    member: await world.person({ plan: 'vip' }),
    admin: await world.person({ isAdmin: true }),
  };
});

/** The table this test exists for: who may read which list, and with the key of its address. */
const reads: Record<Visibility, { bare: string[]; withKey: string[] }> = {
  private: { bare: ['owner'], withKey: ['owner'] },
  link: { bare: ['owner'], withKey: ['owner', 'visitor', 'member', 'admin'] },
  public: { bare: ['owner', 'visitor', 'member', 'admin'], withKey: ['owner', 'visitor', 'member', 'admin'] },
};

describe.each(Object.keys(reads) as Visibility[])('a %s list', (visibility) => {
  test.each(['owner', 'visitor', 'member', 'admin'] as const)('for %s', async (who) => {
    const viewer = who === 'owner' ? owner : people[who];
    const id = await list(owner, { title: 'Secret order', visibility, items: [item], note: 'Secret note' });
    const key = (await facts(id))?.key ?? 'nothing';
    const { bare, withKey } = reads[visibility];
    const answers: [string, boolean][] = [
      [`/lists/${id}`, bare.includes(who)],
      [`/api/lists/${id}`, bare.includes(who)],
      [`/lists/${id}?key=${key}`, withKey.includes(who)],
      [`/api/lists/${id}?key=${key}`, withKey.includes(who)],
      [`/lists/${id}?key=${key}x`, bare.includes(who)],
      [`/lists/${id}?key=`, bare.includes(who)],
    ];
    for (const [path, isOpen] of answers) {
      const answer = await open(viewer, path);
      expect([path, answer.status]).toEqual([path, isOpen ? 200 : 404]);
      expect([path, answer.html.includes('Secret order')]).toEqual([path, isOpen]);
      expect([path, answer.html.includes('Secret note')]).toEqual([path, isOpen]);
    }
  });

  test('is changed by its owner alone', async () => {
    const id = await list(owner, { visibility, items: [item] });
    const entry = await entryOf(id, item);
    const key = (await facts(id))?.key ?? '';
    const before = await facts(id);
    for (const viewer of [people.member, people.admin]) {
      const posts = [
        [`/lists/${id}/edit?key=${key}`, { title: 'Mine now' }],
        [`/lists/${id}/delete?key=${key}`, {}],
        [`/lists/${id}/entries/${entry}`, { note: 'x' }],
        [`/lists/${id}/entries/${entry}/move`, { step: 'up' }],
        [`/lists/${id}/entries/${entry}/remove`, {}],
      ] as const;
      // To others the list is not there, and their form leaves out what is not there.
      const forms = [
        [`/content/${item}/lists`, { was: String(id) }],
        [`/content/${await world.item()}/lists`, { on: String(id) }],
      ] as const;
      for (const [path, fields] of forms)
        expect([path, (await open(viewer, path, formPost(fields))).status]).toEqual([path, 303]);
      for (const [path, fields] of posts)
        expect([path, (await open(viewer, path, formPost(fields))).status]).toEqual([path, 404]);
      for (const path of [`/lists/${id}/edit`, `/lists/${id}/delete`, `/lists/${id}/entries/${entry}`])
        expect([path, (await open(viewer, path)).status]).toEqual([path, 404]);
      const calls = [
        ['PATCH', `/api/lists/${id}`, { title: 'Mine now' }],
        ['DELETE', `/api/lists/${id}`, undefined],
        ['POST', `/api/lists/${id}/entries`, { contentId: await world.item() }],
        ['PATCH', `/api/lists/${id}/entries/${entry}`, { note: 'x' }],
        ['DELETE', `/api/lists/${id}/entries/${entry}`, undefined],
      ] as const;
      for (const [method, path, body] of calls)
        expect([method, path, (await open(viewer, path, jsonCall(method, body))).status]).toEqual([
          method,
          path,
          404,
        ]);
    }
    expect(await facts(id)).toEqual(before);
    expect(await order(id)).toEqual([item]);
  });
});

test('no answer that others get names a private list', async () => {
  const title = 'Never seen by others';
  const id = await list(owner, { title, items: [item], note: 'Never read by others' });
  /** What visitors get; each member gets 200. */
  const paths: Record<string, number> = {
    '/lists': 303,
    '/api/lists': 401,
    '/library': 303,
    [`/content/${item}`]: 200,
    [`/content/${item}/lists`]: 303,
    [`/creators/${owner.username}`]: 200,
    '/discover?search=Never+seen': 200,
    '/sitemap.xml': 200,
    '/feed.xml': 200,
  };
  for (const viewer of [null, people.member, people.admin]) {
    for (const [path, status] of Object.entries(paths)) {
      const answer = await open(viewer, path);
      expect([path, answer.status]).toEqual([path, viewer ? 200 : status]);
      expect([path, answer.html.includes('Never ')]).toEqual([
        path,
        path.includes('search=') && answer.html.includes('value="Never'),
      ]);
      expect([path, answer.html.includes(`/lists/${id}`)]).toEqual([path, false]);
    }
  }
  // The same pages do name it to its owner.
  for (const path of ['/lists', '/api/lists', `/content/${item}/lists`]) {
    const answer = await open(owner, path);
    expect([path, answer.status, answer.html.includes(title)]).toEqual([path, 200, true]);
  }
});

test('the page of a creator names their public lists alone', async () => {
  const creator = await world.person();
  const own = await world.item({ creator: creator.id });
  for (const visibility of ['private', 'link', 'public'] as const)
    await list(creator, { title: `A ${visibility} list`, visibility, items: [own] });
  await list(creator, { title: 'An empty list', visibility: 'public' });
  for (const viewer of [null, people.member, people.admin, creator]) {
    const { text } = await open(viewer, `/creators/${creator.username}`);
    expect(text.match(/A \w+ list|An empty list/g)).toEqual(['A public list']);
  }
});

test('a key opens its list until the list stops being open by link, and never again', async () => {
  const id = await list(owner, { visibility: 'link' });
  const key = (await facts(id))?.key;
  expect(key).toMatch(/^[\w-]{22}$/);
  const status = async () => (await open(null, `/lists/${id}?key=${key}`)).status;
  expect(await status()).toBe(200);
  await patchList(world.member(owner), id, { title: 'Renamed' });
  expect((await facts(id))?.key).toBe(key);
  await patchList(world.member(owner), id, { visibility: 'private' });
  expect(await status()).toBe(404);
  await patchList(world.member(owner), id, { visibility: 'link' });
  expect(await status()).toBe(404);
  expect((await facts(id))?.key).not.toBe(key);
});

test('the lists of a suspended member are closed to others', async () => {
  const suspended = await world.person();
  const id = await list(suspended, { visibility: 'public' });
  expect((await open(null, `/lists/${id}`)).status).toBe(200);
  await row(world.em())`update users set status = 'suspended' where id = ${suspended.id}`;
  expect((await open(null, `/lists/${id}`)).status).toBe(404);
});

describe('an item on a public list', () => {
  const seen = async (viewer: Viewer | null, id: number) => {
    const [page, call] = [await open(viewer, `/lists/${id}`), await open(viewer, `/api/lists/${id}`)];
    return { page, entry: JSON.parse(call.html).entries[0] };
  };
  const stranger = () => people.member;

  test.each(['draft', 'withdrawn', 'suspended', 'private'])(
    'that is %s is not named to others; its place and the note stay',
    async (status) => {
      const id = await world.item({ title: `Hidden ${status}`, hasPicture: true });
      const made = await list(owner, { visibility: 'public', items: [id], note: 'Watch it twice' });
      await row(world.em())`update content set status = ${status},
        made_for = case when ${status} = 'private' then creator_id end where id = ${id}`;
      for (const viewer of [null, stranger()]) {
        const { page, entry } = await seen(viewer, made);
        expect(page.text).toContain('Not available');
        expect(page.text).toContain('Watch it twice');
        expect(page.html).not.toContain('Hidden');
        expect(page.html).not.toContain('/media/');
        expect(entry).toMatchObject({ position: 1, title: null, item: null });
      }
      const { page, entry } = await seen(owner, made);
      expect(page.text).toContain(`Hidden ${status}`);
      expect(page.html).not.toContain('/media/');
      expect(entry).toMatchObject({ title: `Hidden ${status}`, item: null });
    },
  );

  test('of a higher tier shows its teaser and what unlocks it, and nothing else of it', async () => {
    const id = await world.item({ title: 'Berimbolo', tier: 'vip', hasPicture: true });
    const made = await list(owner, { visibility: 'public', items: [id] });
    const visitor = await seen(null, made);
    expect(visitor.page.html.match(/\/media\/[0-9a-f]+\/[^"?\s]+/g)).toEqual([
      expect.stringMatching(/teaser\.webp$/),
    ]);
    expect(visitor.page.text).toContain('What unlocks the rest');
    expect(visitor.entry.item).toMatchObject({ locked: true, videoUrl: null });
    const vip = await seen(stranger(), made);
    expect(vip.page.text).not.toContain('What unlocks the rest');
    expect(vip.entry.item).toMatchObject({ locked: false });
    await row(world.em())`update content set tier = 'free' where id = ${id}`;
    expect((await seen(null, made)).entry.item).toMatchObject({ locked: false });
  });

  test('that was refunded is locked again, and the list still names it', async () => {
    const buyer = await world.person();
    const id = await world.item({ tier: 'premium', priceCents: 499, title: 'Bought once' });
    await world.bought(buyer, id);
    const made = await list(buyer, { items: [id] });
    expect((await seen(buyer, made)).entry.item.locked).toBe(false);
    await row(world.em())`update purchases set status = 'refunded' where content_id = ${id}`;
    expect((await seen(buyer, made)).entry).toMatchObject({ title: 'Bought once', item: { locked: true } });
  });
});

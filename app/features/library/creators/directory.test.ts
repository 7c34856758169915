import { beforeAll, describe, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as dashboard from '../../site/pages/dashboard.page.tsx';
import * as creatorPage from './creator.page.tsx';
import * as call from './creators.api.ts';
import * as page from './creators.page.tsx';

const world = testWorld();
const people: Viewer[] = [];

/** Seven creators: followers 0 to 6, belts and arts by turns. */
beforeAll(async () => {
  for (let n = 0; n < 7; n += 1) {
    const person = await world.person({
      firstName: ['Marina', 'Chloé', '100%_real'][n % 3],
      lastName: `Nr${n}`,
    });
    await row(world.em())`update users set belt_level = ${['black', 'blue'][n % 2]},
      martial_art = ${['bjj', 'judo', 'mma'][n % 3]} where id = ${person.id}`;
    for (let item = 0; item <= n % 4; item += 1) await world.item({ creator: person.id });
    people.push(person);
  }
  for (const [n, { id }] of people.entries()) {
    await row(world.em())`insert into follows (follower_id, creator_id)
      select id, ${id} from users where id <> ${id} order by id limit ${n}`;
  }
});

interface Shown {
  creators: { id: number; username: string; followers: number; following: boolean; isSelf: boolean }[];
  figures: object | null;
  isNear: boolean;
  older: string | null;
}
const open = async (query: string, viewer: Viewer | null = null) =>
  (await (await world.send(page.loader, viewer, `/creators${query}`)).json()) as Shown;
const numbers = async (query: string) =>
  (await open(query)).creators.map(({ id }) => people.findIndex((person) => person.id === id));

describe('the directory', () => {
  test.each([
    ['', [6, 5, 4, 3, 2, 1, 0]],
    ['?sort=followers', [6, 5, 4, 3, 2, 1, 0]],
    ['?sort=techniques', [3, 6, 2, 5, 1, 4, 0]],
    ['?belt=black', [6, 4, 2, 0]],
    ['?beltLevel=Blue&martialArt=judo', [1]],
    ['?martialArt=mma&sort=followers', [5, 2]],
    ['?search=marina', [6, 3, 0]],
    ['?search=CHLOE&belt=blue', [1]],
    ['?search=nr3++marina', [3]],
    ['?search=100%25_r', [5, 2]],
    ['?search=%25%25%25', []],
    ['?belt=pink&martialArt=chess&sort=luck&after=x', [6, 5, 4, 3, 2, 1, 0]],
  ])('%s', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected);
  });

  test('a misspelt name finds similar ones, and says so', async () => {
    const found = await open('?search=marnia');
    expect([found.isNear, found.creators.length]).toEqual([true, 3]);
    expect(await open('?search=xyzzyx')).toMatchObject({ isNear: false, creators: [] });
    // There are Marinas, only none in judo.
    expect(await open('?search=marina&martialArt=judo')).toMatchObject({ isNear: false, creators: [] });
  });

  test('a username is found with its @, as cards show it', async () => {
    const username = people[2]?.username ?? '';
    const found = await open(`?search=%40${username}`);
    expect([found.isNear, found.creators.map((each) => each.username)]).toEqual([false, [username]]);
  });

  test.each(['newest', 'followers', 'techniques'])(
    'by %s pages through all creators, forwards and back',
    async (sort) => {
      const ask = async (query: string) =>
        world.send(call.loader, null, `/api/creators?sort=${sort}&limit=3${query}`);
      const seen: number[] = [];
      let answer = await ask('');
      for (;;) {
        seen.push(...((await answer.json()) as { id: number }[]).map(({ id }) => id));
        const next = /cursor=([^&>]+)/.exec(answer.headers.get('link') ?? '');
        if (!next) break;
        answer = await ask(`&cursor=${next[1]}`);
      }
      expect(seen.toSorted()).toEqual(people.map(({ id }) => id).toSorted());
    },
  );

  test('marks whom the viewer follows and who is the viewer; the API counts followers', async () => {
    const [first, second] = people;
    const shown = await open('', second ?? null);
    const of = (viewer?: Viewer) => shown.creators.find(({ id }) => id === viewer?.id);
    expect(of(second)).toMatchObject({ isSelf: true, following: false });
    const expected = await row(world.em())`select 1 as yes from follows
      where follower_id = ${second?.id} and creator_id = ${people[6]?.id}`;
    expect(of(people[6])).toMatchObject({ followers: 6, following: expected !== null });
    expect(of(first)).toMatchObject({ followers: 0, following: false });
    const json = (await (await world.send(call.loader, null, '/api/creators')).json()) as {
      subscriberCount: number;
    }[];
    expect(json.map(({ subscriberCount }) => subscriberCount)).toEqual([6, 5, 4, 3, 2, 1, 0]);
  });

  test('shows real figures', async () => {
    expect((await open('')).figures).toMatchObject({ totalCreators: 7, totalContent: 16 });
  });
});

test('the public page filters by tier and kind, and keeps the filter while paging', async () => {
  const creator = await world.person();
  const vip = await world.item({ creator: creator.id, tier: 'vip', contentType: 'video' });
  for (let n = 0; n < 13; n += 1) await world.item({ creator: creator.id });
  const items = async (query: string) => {
    const { username } = creator;
    const answer = await world.send(creatorPage.loader, null, `/creators/${username}${query}`, { username });
    return ((await answer.json()) as { list: { items: { id: number }[]; older: string | null } }).list;
  };
  expect((await items('?tier=VIP')).items.map(({ id }) => id)).toEqual([vip]);
  expect((await items('?contentType=video&tier=free')).items).toEqual([]);
  const first = await items('?tier=free');
  expect(first.older).toMatch(/tier=free&after=/);
  expect((await items(first.older?.split(/(?=\?)/)[1] ?? '')).items).toHaveLength(1);
});

test("the dashboard's following view shows only what the member's creators published", async () => {
  const viewer = people[0];
  const [followed, stranger] = [await world.person(), await world.person()];
  const id = await world.item({ creator: followed.id });
  await world.item({ creator: stranger.id });
  await row(world.em())`delete from follows where follower_id = ${viewer?.id}`;
  await row(world.em())`insert into follows (follower_id, creator_id) values (${viewer?.id}, ${followed.id})`;
  const answer = await world.send(dashboard.loader, viewer ?? null, '/dashboard?feed=following');
  expect(await answer.json()).toMatchObject({
    isFollowing: true,
    items: [{ id }],
    tabs: [{ href: '/dashboard' }, { href: '/dashboard?feed=following' }],
  });
  const latest = (await (await world.send(dashboard.loader, viewer ?? null, '/dashboard')).json()) as {
    items: unknown[];
  };
  expect(latest.items.length).toBeGreaterThan(1);
});

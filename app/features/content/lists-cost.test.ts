import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { fillWithCrowd } from '../../../tests/support/crowd.ts';
import { watched } from '../../../tests/support/plans.ts';
import { testWorld } from '../../../tests/support/world.ts';
import { row, rows } from '../../db/sql.server.ts';
import type { MemberScope, Viewer } from '../../scope.ts';
import { findCreator, listCreators, platformStats, searchCreators } from '../creators/creators.server.ts';
import { directoryFilters } from '../creators/directory.schema.ts';
import { followingFeed } from '../follows/following-feed.server.ts';
import { creatorStats } from '../studio/creator-stats.server.ts';
import { ownFilters } from '../studio/own-list.schema.ts';
import { listOwn } from '../studio/own-list.server.ts';
import { offeredCategories } from './categories.server.ts';
import { filtersOf, sorts } from './filters.schema.ts';
import { findItem, relatedItems } from './item.server.ts';
import { listContent } from './lists.server.ts';
import { listOwnContent } from './own-content.server.ts';

const world = testWorld();
let viewer: Viewer;

beforeAll(async () => {
  viewer = await world.person({ plan: 'premium' });
  await fillWithCrowd(world.em(), viewer.id, 100_000);
  await row(world.em())`insert into follows (follower_id, creator_id)
    select ${viewer.id}, id from users where published_items > 0 and id <> ${viewer.id} limit 50`;
}, 240_000);

const raw = (text: string) => sql.raw(text);
const guarded = ['content', 'content_stats', 'likes', 'purchases', 'users', 'search_words', 'media'];

const aCreatorsItem = async () =>
  (await row<{ id: number }>(world.em())`select max(id) as id from content`)?.id ?? 0;

async function costOf(read: (scope: MemberScope) => Promise<unknown>) {
  const { scope, plans } = watched(world.scope(viewer));
  await read(scope as MemberScope);
  for (const plan of plans) {
    expect(
      plan.scanned.filter((table) => guarded.includes(table)),
      plan.sql,
    ).toEqual([]);
    expect(plan.wasted, plan.sql).toBeLessThan(5_000);
  }
}

describe('with 100,000 items', () => {
  const filterings = [
    '',
    'tier=vip',
    'category=recovery&tier=premium',
    'contentType=video',
    'contentType=mixed',
    'contentType=video&techniqueType=submission&difficultyLevel=expert',
    'category=recovery&difficultyLevel=beginner',
    'search=armbar',
    'search=berimbolo',
    'search=nosuchword',
    'search=armbr',
    'search=half+gaurd+trianlge',
    'search=berimbolo&tier=vip',
    'search=armbar&contentType=mixed',
    'search=the',
  ];
  test.each(sorts.flatMap((sort) => filterings.map((query) => `sort=${sort}&${query}`)))(
    '?%s reads no table from end to end',
    (query) => {
      const filters = filtersOf(new URLSearchParams(query));
      return costOf((scope) => listContent(scope, { filters, size: 12 }));
    },
  );

  test.each<[string, (scope: MemberScope) => Promise<unknown>]>([
    [
      'one creator',
      (scope) => listContent(scope, { filters: filtersOf(new URLSearchParams()), size: 12, creatorId: 9 }),
    ],
    ['an item', async (scope) => findItem(scope, await aCreatorsItem())],
    [
      'what is alike',
      async (scope) => relatedItems(scope, await findItem(world.scope(), await aCreatorsItem()), 4),
    ],
    ['own items', (scope) => listOwnContent(scope, { size: 24 })],
    ['creators', (scope) => listCreators(scope, { size: 12 })],
    ...['sort=followers', 'search=marina&belt=black', 'search=nobody'].map(
      (query): [string, (scope: MemberScope) => Promise<unknown>] => [
        `creators, ${query}`,
        (scope) => listCreators(scope, { size: 12, filters: directoryFilters(new URLSearchParams(query)) }),
      ],
    ),
    ['items of followed creators', (scope) => followingFeed(scope, { size: 12 })],
    ['the studio', (scope) => listOwn(scope, { size: 24, filters: ownFilters.parse({}) })],
    [
      'the studio by views',
      (scope) => listOwn(scope, { size: 24, filters: ownFilters.parse({ sort: 'views' }) }),
    ],
    ['own figures', creatorStats],
    ['a creator', (scope) => findCreator(scope, 'member_77')],
    ['creators by name', (scope) => searchCreators(scope, 'Marnia', 6)],
    ['platform figures', platformStats],
    ['categories', (scope) => offeredCategories(scope.em)],
  ])('%s reads no table from end to end', (_, read) => costOf(read));

  test.each([
    ['contentType=video', `content_type = 'video'`, 'published_at desc, id desc'],
    ['sort=popular&contentType=video', `content_type = 'video'`, 'likes desc, id desc'],
    [
      'sort=rated&category=recovery&tier=premium',
      `category = 'recovery' and tier = 'premium'`,
      'rating_average desc, id desc',
    ],
    [
      'sort=price&contentType=video',
      `content_type = 'video'`,
      'case when is_for_sale then price_cents end asc nulls last, id',
    ],
  ])('?%s loses nothing where the walk ends and the index begins', async (query, where, order) => {
    const whole = await rows<{ id: number }>(world.em())`
      select id from content join content_stats on content_id = id where ${raw(where)} order by ${raw(order)} limit 60`;
    const seen: number[] = [];
    let after: string | null = null;
    do {
      const filters = filtersOf(new URLSearchParams(query));
      const page: Awaited<ReturnType<typeof listContent>> = await listContent(world.scope(), {
        filters,
        size: 12,
        after,
      });
      seen.push(...page.items.map(({ id }) => id));
      after = page.after;
    } while (after && seen.length < 60);
    expect(seen.slice(0, 60)).toEqual(whole.map(({ id }) => id));
  });
});

import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { fillWithCrowd } from '../../../tests/support/crowd.ts';
import { watched } from '../../../tests/support/plans.ts';
import { testWorld } from '../../../tests/support/world.ts';
import { rows } from '../../db/sql.server.ts';
import type { Viewer } from '../../scope.ts';
import { filtersOf, sorts } from './filters.schema.ts';
import { listContent } from './lists.server.ts';

const world = testWorld();
let viewer: Viewer;

beforeAll(async () => {
  viewer = await world.person({ plan: 'premium' });
  await fillWithCrowd(world.em(), viewer.id, 100_000);
}, 240_000);

const raw = (text: string) => sql.raw(text);
const guarded = ['content', 'content_stats', 'likes', 'purchases', 'users', 'search_words', 'media'];

async function costOf(query: string) {
  const { scope, plans } = watched(world.scope(viewer));
  const filters = filtersOf(new URLSearchParams(query));
  await listContent(scope, { filters, size: 12 });
  return plans;
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
    async (query) => {
      const plans = await costOf(query);
      for (const plan of plans) {
        expect(
          plan.scanned.filter((table) => guarded.includes(table)),
          plan.sql,
        ).toEqual([]);
        expect(plan.wasted, plan.sql).toBeLessThan(5_000);
      }
    },
  );

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

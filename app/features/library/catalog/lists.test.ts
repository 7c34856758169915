import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { categories } from '../../../domain/content-terms.ts';
import { tiers } from '../../../domain/tiers.ts';
import { readCursor, writeCursor } from '../../core/lists/keyset.ts';
import { filtersOf, sorts } from './filters.schema.ts';
import { listContent } from './lists.server.ts';

const world = testWorld();
const filters = (query = '') => filtersOf(new URLSearchParams(query));

const idsOf = async (query = '', size = 48) =>
  (await listContent(world.scope(), { filters: filters(query), size })).items.map(({ id }) => id);

describe('a list', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, n));
  const made: Record<string, number> = {};
  beforeAll(async () => {
    made.sweep = await world.item({
      techniqueType: 'sweep',
      tier: 'free',
      publishedAt: day(1),
      priceCents: 500,
    });
    made.video = await world.item({
      contentType: 'video',
      tier: 'vip',
      publishedAt: day(2),
      priceCents: 199,
    });
    made.rest = await world.item({ category: 'recovery', tier: 'premium', publishedAt: day(3) });
    made.hard = await world.item({ techniqueType: 'sweep', tier: 'vip', publishedAt: day(4) });
    made.priced = await world.item({ publishedAt: day(5), priceCents: 100, isForSale: false });
    made.draft = await world.item({ status: 'draft', publishedAt: day(6) });
    made.gone = await world.item({ status: 'withdrawn', publishedAt: day(7) });
    await row(world.em())`update content set difficulty_level = 'expert' where id = ${made.hard}`;
    await row(
      world.em(),
    )`update content_stats set likes = 9, rating_sum = 8, rating_count = 2 where content_id = ${made.rest}`;
    await row(
      world.em(),
    )`update content_stats set likes = 3, rating_sum = 5, rating_count = 1 where content_id = ${made.video}`;
    await row(
      world.em(),
    )`update content_stats set likes = 99 where content_id in (${made.draft}, ${made.gone})`;
  });

  const named = async (query: string) => {
    const names = new Map(Object.entries(made).map(([name, id]) => [id, name]));
    return (await idsOf(query)).map((id) => names.get(id)).join(' ');
  };

  test.each([
    ['', 'priced hard rest video sweep'],
    ['sort=popular', 'rest video priced hard sweep'],
    ['sort=rated', 'video rest priced hard sweep'],
    ['sort=price', 'video sweep rest hard priced'],
    ['tier=vip', 'hard video'],
    ['subscriptionTier=VIP', 'hard video'],
    ['tier=all&category=all&contentType=all', 'priced hard rest video sweep'],
    ['tier=diamond', 'priced hard rest video sweep'],
    ['category=recovery', 'rest'],
    ['techniqueType=sweep', 'hard sweep'],
    ['techniqueType=sweep&difficultyLevel=expert', 'hard'],
    ['difficultyLevel=beginner&tier=free', 'priced sweep'],
    ['contentType=video', 'video'],
    ['contentType=video&tier=free', ''],
    ['sort=popular&techniqueType=sweep', 'hard sweep'],
    ['sort=price&tier=vip', 'video hard'],
  ])('with ?%s shows %s', async (query, expected) => {
    expect(await named(query)).toBe(expected);
  });

  test('of one creator holds only theirs', async () => {
    const creator = await world.person();
    const own = [await world.item({ creator: creator.id }), await world.item({ creator: creator.id })];
    const page = await listContent(world.scope(), { filters: filters(), size: 12, creatorId: creator.id });
    expect(page.items.map(({ id }) => id)).toEqual(own.toReversed());
  });

  test('marks what the viewer liked, bought and may open', async () => {
    const viewer = await world.person({ plan: 'premium' });
    await world.bought(viewer, made.video ?? 0);
    await row(world.em())`insert into likes (user_id, content_id) values (${viewer.id}, ${made.hard})`;
    const { items } = await listContent(world.scope(viewer), { filters: filters(), size: 12 });
    const marks = Object.fromEntries(items.map((card) => [card.id, card]));
    expect(marks[made.video ?? 0]).toMatchObject({ bought: true, mediaAccess: 'viewer', liked: false });
    expect(marks[made.hard ?? 0]).toMatchObject({ bought: false, mediaAccess: 'locked', liked: true });
    expect(marks[made.rest ?? 0]).toMatchObject({ mediaAccess: 'viewer' });
    expect(marks[made.sweep ?? 0]).toMatchObject({ mediaAccess: 'everybody' });
  });
});

/** Walks a list by its own links and returns what each page held. */
async function walk(query: string, size: number, way: 'after' | 'before', from: string | null = null) {
  const pages: number[][] = [];
  let cursor: string | null | undefined = from;
  let last: Awaited<ReturnType<typeof listContent>>;
  do {
    last = await listContent(world.scope(), { filters: filters(query), size, [way]: cursor });
    pages.push(last.items.map(({ id }) => id));
    cursor = last[way];
  } while (cursor && pages.length < 100);
  return { pages, last };
}

describe('pages', () => {
  // Few different values, so that most cards have a neighbour with the same.
  beforeAll(async () => {
    const creator = await world.person();
    const { id } = creator;
    await row(world.em())`
      insert into content (creator_id, title, category, tier, content_type, technique_type, is_for_sale,
        price_cents, published_at)
      select ${id}, 'armbar ' || n, (${[...categories]}::text[])[1 + n % 2], (${[...tiers]}::text[])[1 + n % 3],
        'image', 'guard', n % 4 = 0, case when n % 4 = 0 then 100 * (1 + n % 3) end,
        timestamptz '2025-03-01' + make_interval(secs => (n % 5) * 0.001)
      from generate_series(1, 70) n`;
    await row(
      world.em(),
    )`update content_stats set likes = content_id % 4, rating_sum = content_id % 3, rating_count = 1
      where content_id in (select id from content where creator_id = ${id})`;
  });

  test('lose and repeat nothing, forwards and back, whatever the sort, filter and size', async () => {
    const queries = fc.record({
      sort: fc.constantFrom(...sorts),
      tier: fc.constantFrom('', ...tiers),
      category: fc.constantFrom('', 'training', 'competition'),
      search: fc.constantFrom('', 'armbars'),
    });
    await fc.assert(
      fc.asyncProperty(queries, fc.integer({ min: 1, max: 9 }), async (given, size) => {
        const query = new URLSearchParams(given).toString();
        const whole = await idsOf(query, 100);
        const there = await walk(query, size, 'after');
        expect(there.pages.flat()).toEqual(whole);
        const back = await walk(query, size, 'before', there.last.before);
        expect([...back.pages.toReversed().flat(), ...there.last.items.map(({ id }) => id)]).toEqual(whole);
      }),
      { numRuns: 25 },
    );
  });

  test('start again for an invalid cursor, also one of another sort', async () => {
    const first = await idsOf('', 5);
    const bad = ['', 'x', '[]', '{"a":1}', writeCursor({ value: '12', id: 1 }), 'a'.repeat(500)];
    for (const after of bad) {
      const page = await listContent(world.scope(), { filters: filters(), size: 5, after });
      expect(page.items.map(({ id }) => id)).toEqual(first);
    }
  });

  test('never fail in the database, whatever the cursor says', async () => {
    const value = fc.oneof(
      fc.date({ noInvalidDate: false }).map((date) => String(date.getTime() && date.toJSON())),
      fc.string(),
      fc.stringMatching(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d(:\d\d)?)$/),
      fc.stringMatching(/^\d{1,12}(\.\d{1,3})?$/),
    );
    await fc.assert(
      fc.asyncProperty(value, fc.integer(), fc.constantFrom(...sorts), async (text, id, sort) => {
        const after = Buffer.from(JSON.stringify([text, id])).toString('base64url');
        await listContent(world.scope(), { filters: filters(`sort=${sort}`), size: 1, after });
      }),
      { numRuns: 80 },
    );
  });
});

test('a cursor is the same after encoding and decoding', () => {
  const moment = { value: '2026-06-01 12:00:00.123+00', id: 7 };
  expect(readCursor(writeCursor(moment))).toEqual({ value: '2026-06-01T12:00:00.123Z', id: 7 });
  expect(readCursor(writeCursor({ value: '4.50', id: 7 }), 'decimal')).toEqual({ value: '4.50', id: 7 });
});

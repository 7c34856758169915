import { beforeAll, describe, expect, test } from 'vitest';
import { vacuum } from '../../../../tests/support/database/bulk-data.ts';
import { watched } from '../../../../tests/support/database/plans.ts';
import { insertMap } from '../../../../tests/support/map/named-map.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { type FoundThing, findByName } from './find-by-name.server.ts';
import { importNames } from './import-names.server.ts';
import { addName } from './names.server.ts';
import { termTable } from './term-table.ts';

const world = testWorld();
let ids: Awaited<ReturnType<typeof insertMap>>;
const find = (text: string, options?: Parameters<typeof findByName>[2]) =>
  findByName(world.scope(), text, options);
const said = ({ kind, name, match, through }: FoundThing) =>
  [kind, name, match, ...(through ? [through] : [])].join(' · ');

beforeAll(async () => {
  ids = await insertMap(world.em());
  await importNames(world.em());
  await addName(world.em(), { kind: 'position', id: ids.mount }, { text: 'جبل', language: 'en' });
});

test('each name of each language finds its term', async () => {
  const wrong: string[] = [];
  const slugsOf = new Map<string, Set<string>>();
  for (const { slug, names } of termTable)
    for (const { key } of names) slugsOf.set(key, (slugsOf.get(key) ?? new Set()).add(slug));
  // Each key once, as it is written in the table: about 1,600 searches would take too long for a test of each day.
  const places = [...termTable.entries()].flatMap(([at, { names }]) =>
    names.filter((_, n) => n % 3 === at % 3),
  );
  for (const { key, text } of places) {
    const { terms } = await find(text, { kinds: ['term'], limit: 3 });
    const exact = terms.filter(({ match }) => match === 'exact').map(({ slug }) => slug);
    if (exact.toSorted().join() !== [...(slugsOf.get(key) ?? [])].toSorted().join()) wrong.push(text);
  }
  expect(wrong).toEqual([]);
});

describe('a term is found', () => {
  test.each([
    ...['Rear Naked Choke', 'rnc', 'RNC', 'ＲＮＣ', 'mata leão', 'mata-leao', 'MATA LEÃO', 'mataleao'],
    ...['hadaka jime', 'Hadaka-jime', 'hadakajime', '裸絞', '裸絞め', '\u200frnc\u200f', 'r.n.c.'],
  ])('%s is the rear naked choke', async (text) => {
    const { terms, isNear } = await find(text);
    expect([terms[0]?.slug, terms[0]?.match, isNear]).toEqual(['rear-naked-choke', 'exact', false]);
  });

  test.each([
    ['hadaka', 'rear-naked-choke', 'exact'],
    ['hadaka j', 'rear-naked-choke', 'prefix'],
    ['armbars', 'armbar', 'exact'],
    ['raspagens', 'sweep', 'exact'],
    ['mata', 'rear-naked-choke', 'prefix'],
    ['naked rear', 'rear-naked-choke', 'words'],
    ['leao', 'rear-naked-choke', 'words'],
    ['hadaka shime', 'rear-naked-choke', 'near'],
    ['mata leoa', 'rear-naked-choke', 'near'],
    ['guilotine', 'guillotine', 'near'],
    ['honey hol', 'saddle', 'prefix'],
    ['4 11', 'saddle', 'exact'],
    ['uchimatta', 'uchi-mata', 'near'],
    ['gaurd', 'guard', 'near'],
    ['腕十', 'armbar', 'prefix'],
    ['juji gatame', 'armbar', 'exact'],
    ['t rex', 't-rex', 'exact'],
  ])('%s: %s by %s', async (text, slug, match) => {
    const { terms, isNear } = await find(text);
    expect([terms[0]?.slug, terms[0]?.match, isNear]).toEqual([slug, match, match === 'near']);
  });

  test('by a name that two terms have, both', async () => {
    const { terms } = await find('腕緘');
    expect(terms.map(({ slug }) => slug)).toEqual(['kimura', 'americana']);
  });
});

describe('positions and transitions are found', () => {
  test('by their own names first, then by those of their terms, waypoints last', async () => {
    const { positions } = await find('back', { kinds: ['position'] });
    expect(positions.map(said)).toEqual([
      'position · straight back · exact · Back control',
      'position · to back · exact · Back control',
    ]);
    expect((await find('to back')).positions.map(said).slice(0, 1)).toEqual(['position · to back · exact']);
    expect((await find('half guard with')).positions.map(said)).toEqual([
      'position · half guard w/ underhook · near · Half guard',
    ]);
    expect((await find('underhook half')).positions.map(said)).toEqual([
      'position · half guard w/ underhook · words',
    ]);
  });

  test.each(['montada', '縦四方固', 'full mount', 'جبل', 'mount'])('%s is the mount', async (text) => {
    const { positions } = await find(text, { kinds: ['position'] });
    expect(positions[0]?.id).toBe(ids.mount);
    expect(positions[0]?.matched.toLowerCase()).toBe(text);
  });

  test('of what a term describes, the positions of its own family come first', async () => {
    await row(world.em())`insert into map_term_links (term_id, position_id)
      select id, ${ids.mount}::int from map_terms where slug = 'half-guard'`;
    const { positions } = await find('meia guarda');
    expect(positions.map(({ id }) => id)).toEqual([ids.halfGuard, ids.mount]);
  });

  test('transitions by the names of their terms', async () => {
    const { transitions } = await find('mata leao');
    expect(transitions.map(said)).toEqual(['transition · rear naked choke · exact · Rear naked choke']);
  });

  test('by number and by pasted address', async () => {
    const { positions, transitions } = await find(`https://summa.example/map/t/${ids.backTake}-old-name`);
    expect([positions, transitions.map(({ id }) => id)]).toEqual([[], [ids.backTake]]);
    const { positions: byNumber } = await find(String(ids.back), { kinds: ['position'] });
    expect(byNumber[0]?.id).toBe(ids.back);
    expect((await find('p/999999999')).positions).toEqual([]);
  });

  test('a merged position leads to what it is part of, a proposed one is not found', async () => {
    expect((await find('octopus throne')).positions).toEqual([]);
    expect((await find(`p/${ids.proposed}`)).positions).toEqual([]);
    await row(world.em())`update map_positions set state = 'merged', merged_into = ${ids.mount}
      where id = ${ids.proposed}`;
    expect((await find(`p/${ids.proposed}`)).positions.map(({ id }) => id)).toEqual([ids.mount]);
  });

  test('only of the kinds that are asked, and at most as many', async () => {
    const found = await find('back', { kinds: ['transition'], limit: 1 });
    expect([found.positions, found.terms, found.transitions.length]).toEqual([[], [], 1]);
  });
});

test.each([
  ...['', '   ', '…', '\u200f\u202e', '%', '_', "'; drop table map_names; --", '\\', '\u0000', '\ud800'],
  ...['x'.repeat(200), 'ab '.repeat(80), '裸'.repeat(200), '%_%'.repeat(60), 'zzzzqqqq', '💥'],
])('%j finds nothing and harms nothing', async (text) => {
  const { positions, transitions, terms, isNear } = await find(text);
  expect([positions, transitions, terms, isNear]).toEqual([[], [], [], false]);
});

describe('with 10,000 names', () => {
  beforeAll(async () => {
    await world.em().transactional(async (em) => {
      await row(em)`set local statement_timeout = 0`;
      await row(em)`
      insert into map_names (position_id, language, text, key, source)
      select ${ids.halfGuard}::int, 'en', name, name, 'member' from (
        select (array['mount', 'guard', 'back', 'sweep', 'arm', 'leg', 'half', 'knee'])[1 + n % 8]
          || md5(n::text) as name from generate_series(1, 10000) n) names`;
    });
    await vacuum(world.database.url);
  });

  test.each([
    ...[
      'rnc',
      'mount',
      'm',
      'mata leoa',
      'guard sweep',
      'nosuchname',
      'knee slide pass',
      '裸',
      'a b c d e f',
    ],
    ...['half'.repeat(6), 'arm '.repeat(50), 'x'.repeat(200)],
  ])('%s reads the names by their indexes', async (text) => {
    const { scope, plans } = watched(world.scope());
    await findByName(scope, text);
    for (const plan of plans) {
      expect(
        plan.scanned.filter((table) => table === 'map_names'),
        plan.sql,
      ).toEqual([]);
    }
  });
});

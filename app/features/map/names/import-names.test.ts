import { beforeAll, describe, expect, test } from 'vitest';
import { insertMap } from '../../../../tests/support/map/named-map.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { importNames } from './import-names.server.ts';
import { addName, moveNames, namesOf, termsOfThing } from './names.server.ts';
import { termTable } from './term-table.ts';

const world = testWorld();
let ids: Awaited<ReturnType<typeof insertMap>>;

const state = async () => ({
  terms: await rows<{ id: number; slug: string; kind: string }>(
    world.em(),
  )`select * from map_terms order by id`,
  links: await rows(world.em())`select * from map_term_links order by id`,
  names: await rows<{ term_id: number | null; text: string; is_preferred: boolean }>(
    world.em(),
  )`select * from map_names order by id`,
  version: await row<{ version: string }>(world.em())`select version from map_version`,
});
const spoken = async (kind: 'position' | 'transition', id: number) =>
  (await namesOf(world.em(), { kind, id })).map(({ text, isPreferred }) =>
    isPreferred ? `${text} *` : text,
  );

beforeAll(async () => {
  ids = await insertMap(world.em());
  await importNames(world.em());
});

test('terms have the ids of the table, and all its names', async () => {
  const { terms, names } = await state();
  expect(terms.map(({ id, slug, kind }) => [id, slug, kind])).toEqual(
    termTable.map(({ slug, kind }, at) => [at + 1, slug, kind]),
  );
  const distinct = termTable.flatMap(({ slug, names }) =>
    [...new Set(names.map(({ language, key }) => `${language} ${key}`))].map((name) => `${slug} ${name}`),
  );
  expect(names.filter(({ term_id }) => term_id !== null)).toHaveLength(distinct.length);
});

test('positions and transitions have the terms that their tags and names say', async () => {
  const slugs = async (kind: 'position' | 'transition', id: number) =>
    (await termsOfThing(world.em(), { kind, id })).map(({ slug }) => slug);
  expect(await slugs('position', ids.halfGuard)).toEqual(['half-guard', 'underhook']);
  expect(await slugs('transition', ids.choke)).toEqual(['back', 'rear-naked-choke']);
  const [term] = await termsOfThing(world.em(), { kind: 'position', id: ids.mount });
  expect(term?.names.map(({ text }) => text)).toEqual([
    ...['Mount', 'Montada', '縦四方固', 'Tate-shihō-gatame'],
  ]);
});

test('a second import changes nothing, not even the version of the map', async () => {
  const before = await state();
  await importNames(world.em());
  expect(await state()).toEqual(before);
});

describe('after a change', () => {
  test('names of members stay, and a name with no letters is refused', async () => {
    const mount = { kind: 'position' as const, id: ids.mount };
    expect(await addName(world.em(), mount, { text: 'Montada clássica', language: 'pt' })).toBe(true);
    expect(await addName(world.em(), mount, { text: '\u200f…' })).toBe(false);
    await importNames(world.em());
    expect(await spoken('position', ids.mount)).toEqual(['mount *', 'Montada clássica']);
  });

  test('a renamed position is found by both names, and keeps them in later imports', async () => {
    await row(world.em())`update map_positions set name = 'Long half guard' where id = ${ids.halfGuard}`;
    await addName(
      world.em(),
      { kind: 'position', id: ids.halfGuard },
      { text: 'Long half guard', isPreferred: true },
    );
    const names = ['Long half guard *', 'half guard w/ underhook'];
    expect(await spoken('position', ids.halfGuard)).toEqual(names);
    await importNames(world.em());
    expect(await spoken('position', ids.halfGuard)).toEqual(names);
  });

  test('an import gives the new name of the file, and keeps the old one as another', async () => {
    await row(world.em())`update map_transitions set name = 'armbar', tags = '{}' where id = ${ids.choke}`;
    await importNames(world.em());
    expect(await spoken('transition', ids.choke)).toEqual(['armbar *', 'rear naked choke']);
    const terms = await termsOfThing(world.em(), { kind: 'transition', id: ids.choke });
    expect(terms.map(({ slug }) => slug)).toEqual(['back', 'armbar']);
  });

  test('names and terms that left the table or are wrong are put right', async () => {
    const em = world.em();
    await row(em)`insert into map_names (term_id, language, text, key, source)
      values (1, 'pt', 'Engano', 'engano', 'summa')`;
    await row(em)`update map_names set text = 'mOUNT', is_preferred = false
      where term_id = 1 and key = 'mount' and language = 'en'`;
    await row(em)`update map_terms set kind = 'grip' where id = 1`;
    await row(em)`insert into map_term_links (term_id, position_id) values (5, ${ids.mount})`;
    const before = await state();
    await importNames(world.em());
    const after = await state();
    expect(after.names).toHaveLength(before.names.length - 1);
    expect(after.links).toHaveLength(before.links.length - 1);
    expect(after.terms[0]).toMatchObject({ slug: 'mount', kind: 'family' });
    expect(after.names.find(({ text, term_id }) => text === 'Mount' && term_id === 1)?.is_preferred).toBe(
      true,
    );
  });

  test('proposed things have no names before they are accepted, and their terms are the curators’', async () => {
    expect(await spoken('position', ids.proposed)).toEqual([]);
    await row(world.em())`insert into map_term_links (term_id, position_id) values (7, ${ids.proposed})`;
    await row(world.em())`update map_positions set state = 'accepted' where id = ${ids.proposed}`;
    await importNames(world.em());
    expect(await spoken('position', ids.proposed)).toEqual(['Octopus throne *']);
    expect(await termsOfThing(world.em(), { kind: 'position', id: ids.proposed })).toHaveLength(1);
  });

  test('the names of a merged thing become other names of what it is part of', async () => {
    await moveNames(world.em(), { kind: 'position', id: ids.proposed }, { kind: 'position', id: ids.mount });
    expect(await spoken('position', ids.proposed)).toEqual([]);
    expect(await spoken('position', ids.mount)).toContain('Octopus throne');
  });
});

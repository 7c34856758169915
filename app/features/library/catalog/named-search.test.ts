import { beforeAll, describe, expect, test } from 'vitest';
import { rendered, textOf } from '../../../../tests/support/browser/rendered.tsx';
import { insertMap } from '../../../../tests/support/map/named-map.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { importNames } from '../../map/names/import-names.server.ts';
import { addName } from '../../map/names/names.server.ts';
import { termTable } from '../../map/names/term-table.ts';
import * as itemsCall from './content.api.ts';
import * as discover from './discover.page.tsx';
import { filtersOf } from './filters.schema.ts';
import { listContent } from './lists.server.ts';

const world = testWorld();
let ids: Awaited<ReturnType<typeof insertMap>>;
const items = new Map<string, number>();

const search = async (text: string, more = '') => {
  const filters = filtersOf(new URLSearchParams(`${more}&search=${encodeURIComponent(text)}`));
  return listContent(world.scope(), { filters, size: 48, isCounted: true });
};
const titles = async (text: string, more = '') => (await search(text, more)).items.map(({ title }) => title);
const sorted = async (text: string) => (await titles(text)).toSorted();

async function item(title: string, more: Parameters<typeof world.item>[0] & { steps?: string[] } = {}) {
  const { steps, ...facts } = more;
  const id = await world.item({ title, ...facts });
  if (steps) await row(world.em())`update content set steps = ${steps}::text[] where id = ${id}`;
  items.set(title, id);
  return id;
}
const link = (title: string, what: Partial<Record<'starts' | 'transition' | 'term' | 'ends', number>>) =>
  row(world.em())`
    insert into content_map_links (content_id, starts_id, transition_id, term_id, ends_id)
    values (${items.get(title)}, ${what.starts ?? null}, ${what.transition ?? null}, ${what.term ?? null}, ${what.ends ?? null})`;
const termId = (slug: string) => termTable.findIndex((term) => term.slug === slug) + 1;

beforeAll(async () => {
  ids = await insertMap(world.em());
  await importNames(world.em());
  await item('Finish from behind', { description: 'A tight rear naked choke without strength' });
  await item('Mata-leão do zero', { tags: ['costas'] });
  await item('Hands only', { steps: ['Hide the elbow', 'Hadaka jime'] });
  await item('裸絞の基本', { tags: ['絞技'] });
  await item('The RNC of a small person');
  await item('My favourite ending');
  await link('My favourite ending', { term: termId('rear-naked-choke') });
  await item('What nobody defends');
  await link('What nobody defends', { transition: ids.choke });
  await item('Armbar from the mount', { tags: ['juji'] });
  await item('Chave de braço da montada');
  await item('Lateral movement for older athletes');
  await item('Cem quilos: pressure');
  await item('Cradle the head', { status: 'draft' });
});

const chokes = [
  ...['Finish from behind', 'Mata-leão do zero', 'Hands only', '裸絞の基本', 'The RNC of a small person'],
  ...['My favourite ending', 'What nobody defends'],
].toSorted();

describe('every name of a term finds the same items', () => {
  test.each([
    ...['mata leão', 'mata leao', 'Mata-Leão', 'mataleao', 'hadaka jime', 'hadaka-jime', 'hadakajime'],
    ...['裸絞', '裸絞め', 'rnc', 'RNC', 'rear naked choke', 'rear naked', 'ＲＮＣ', '\u200frnc\u200f'],
  ])('%s', async (text) => {
    expect(await sorted(text)).toEqual(chokes);
    expect((await titles(text, 'sort=newest')).toSorted()).toEqual(chokes);
    expect((await search(text)).total).toEqual({ count: chokes.length, isMore: false });
  });

  test.each(['hadaka jimi', 'mata leoa', 'rear nakd choke', 'hadka jime'])('misspelt: %s', async (text) => {
    const { items: found, near, otherNames } = await search(text);
    expect(found.map(({ title }) => title).toSorted()).toEqual(chokes);
    expect([near !== null, otherNames.length > 0]).toEqual([true, true]);
  });

  test('also with other words beside it, and with two names', async () => {
    expect(await sorted('rnc small')).toEqual(['The RNC of a small person']);
    expect(await sorted('juji gatame from the full mount')).toEqual([
      ...['Armbar from the mount', 'Chave de braço da montada'],
    ]);
    expect(await sorted('montada armlock')).toEqual(await sorted('juji gatame tate shiho gatame'));
  });

  test('the title as it is typed comes first, then names in titles, then tags and links', async () => {
    await item('Hadaka jime', { publishedAt: new Date('2020-01-01') });
    const found = await titles('hadaka jime');
    expect(found[0]).toBe('Hadaka jime');
    const inTitle = ['Mata-leão do zero', '裸絞の基本', 'The RNC of a small person'];
    expect(found.slice(1, 4).toSorted()).toEqual(inTitle.toSorted());
    expect(found.slice(4, 6).toSorted()).toEqual(['My favourite ending', 'What nobody defends']);
    await row(world.em())`delete from content where title = 'Hadaka jime'`;
  });

  test('a common word that is a name in one language is not searched in the texts of others', async () => {
    expect(await sorted('side control')).toEqual(['Cem quilos: pressure']);
    expect(await sorted('lateral')).toEqual(['Cem quilos: pressure', 'Lateral movement for older athletes']);
    expect(await sorted('lateral movement')).toEqual(['Lateral movement for older athletes']);
  });

  test('a search with signs is for the words as they are typed', async () => {
    expect(await sorted('"mata leao"')).toEqual(['Mata-leão do zero']);
    expect(await sorted('rnc -small')).toEqual([]);
  });

  test('a name that a member gave counts at once, and drafts stay unseen', async () => {
    await addName(
      world.em(),
      { kind: 'term', id: termId('rear-naked-choke') },
      { text: 'Anakonda des Nackens' },
    );
    expect(await sorted('anakonda des nackens')).toEqual(chokes);
    expect(await titles('cradle')).toEqual([]);
  });
});

describe('items are found by what they are linked to', () => {
  test('by the name of the position itself, and by the terms of all that they show', async () => {
    await item('A long story');
    await link('A long story', { starts: ids.halfGuard, ends: ids.back });
    expect(await titles('half guard w underhook')).toContain('A long story');
    expect(await titles('meia guarda')).toEqual(['A long story']);
    expect(await titles('rear mount')).toContain('A long story');
  });

  test('a position whose name has only stop words is found by its links alone', async () => {
    await addName(world.em(), { kind: 'position', id: ids.waypoint }, { text: 'Up and about' });
    await item('The long way home');
    await link('The long way home', { ends: ids.waypoint });
    expect(await titles('up and about')).toEqual(['The long way home']);
  });

  test('until the link changes or goes', async () => {
    const id = items.get('A long story');
    await row(world.em())`update content_map_links set starts_id = ${ids.mount} where content_id = ${id}`;
    expect(await titles('meia guarda')).toEqual([]);
    expect(await titles('montada')).toContain('A long story');
    await row(world.em())`delete from content_map_links where content_id = ${id}`;
    expect(await titles('montada')).not.toContain('A long story');
  });

  test('and when the map learns that a position shows another term', async () => {
    await link('A long story', { ends: ids.back });
    expect(await titles('ezekiel')).toEqual([]);
    await row(world.em())`insert into map_term_links (term_id, position_id)
      values (${termId('ezekiel')}, ${ids.back})`;
    expect(await titles('sode guruma jime')).toEqual(['A long story']);
    await row(world.em())`delete from map_term_links where term_id = ${termId('ezekiel')}`;
    expect(await titles('ezekiel')).toEqual([]);
  });
});

describe('what was searched too', () => {
  const said = async (text: string) => (await search(text)).otherNames.map(({ text }) => text);

  test('are the preferred names in each language, without those that were typed', async () => {
    expect(await said('rnc')).toEqual(['Rear naked choke', 'Mata-leão', '裸絞', 'Hadaka-jime']);
    expect(await said('mata leao')).toEqual(['Rear naked choke', '裸絞', 'Hadaka-jime']);
    expect(await said('small person')).toEqual([]);
  });

  test('is said on the page, with the language of each name', async () => {
    const { html } = await rendered(world, discover, null, '/discover?search=rnc');
    expect(textOf(html).replaceAll(' ,', ',')).toContain(
      'Also searched for: Rear naked choke, Mata-leão, 裸絞, Hadaka-jime',
    );
    expect(html).toContain('<span lang="ja">裸絞</span>');
    const { html: none } = await rendered(world, discover, null, '/discover?search=small+person');
    expect(textOf(none)).not.toContain('Also searched for');
  });
});

test.each(['mata leão', 'hadaka jime', '裸絞', 'rnc', 'rear naked choke'])(
  'GET /api/content?search=%s finds them too',
  async (text) => {
    const path = `/api/content?search=${encodeURIComponent(text)}`;
    const answer = await world.send(itemsCall.loader, null, path);
    const found = (await answer.json()) as { title: string }[];
    expect(found.map(({ title }) => title).toSorted()).toEqual(chokes);
  },
);

test.each([
  ...[
    '…',
    '\u200f\u202e',
    '%',
    "rnc'; drop table content; --",
    "rnc' & 'x",
    'rnc | armbar',
    '!rnc',
    '(((rnc',
  ],
  ...['x'.repeat(100), 'rnc '.repeat(25), '裸絞'.repeat(50), '4/11', ':*', 'rnc:*', '\\', "d'arce", '<->'],
])('%j is only text', async (text) => {
  await expect(search(text)).resolves.toBeDefined();
});

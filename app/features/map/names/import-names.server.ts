import { anyOf, db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { NameLanguage } from './languages.ts';
import { nameKey } from './name-key.ts';
import { termsOf } from './term-links.ts';
import { termTable } from './term-table.ts';

/** Names of our table, names of the file, and names that members proposed. */
export const nameSources = { table: 'summa', file: 'grapplemap', member: 'member' } as const;

interface NameRow {
  term_id: number | null;
  position_id: number | null;
  transition_id: number | null;
  language: NameLanguage;
  text: string;
  key: string;
  is_preferred: boolean;
  source: string;
}

/** As many rows as one statement gets. */
const batch = 500;

const batches = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / batch) }, (_, at) => rows.slice(at * batch, (at + 1) * batch));

const placeOf = (row: Omit<NameRow, 'text' | 'is_preferred' | 'source'>) =>
  [row.term_id, row.position_id, row.transition_id, row.language, row.key].join(' ');

/** Writes the terms, what they describe, and all names: of terms from the table, of positions and transitions as they
 *  are called now. Only what differs is written, so a second import changes nothing. Names of members stay. */
export async function importNames(em: Em): Promise<{ terms: number; links: number; names: number }> {
  const termIds = await writeTerms(em);
  const things = await readThings(em);
  const links = await writeLinks(em, termIds, things);
  const names = await writeNames(em, [
    ...termTable.flatMap(({ slug, names }) =>
      names.map((name) => ({
        term_id: termIds.get(slug) ?? null,
        position_id: null,
        transition_id: null,
        language: name.language,
        text: name.text,
        key: name.key,
        is_preferred: name.isPreferred,
        source: nameSources.table,
      })),
    ),
    ...things.map(({ position_id, transition_id, name }) => ({
      term_id: null,
      position_id,
      transition_id,
      language: 'en' as const,
      text: name,
      key: nameKey(name),
      is_preferred: true,
      source: nameSources.file,
    })),
  ]);
  return { terms: termIds.size, links, names };
}

async function writeTerms(em: Em): Promise<Map<string, number>> {
  const read = async () =>
    new Map(
      (await db(em).selectFrom('map_terms').selectAll().execute()).map((term) => [term.slug, term] as const),
    );
  const before = await read();
  const fresh = termTable.filter(({ slug }) => !before.has(slug)).map(({ slug, kind }) => ({ slug, kind }));
  // One after the other, so that ids follow the table.
  if (fresh.length > 0) await db(em).insertInto('map_terms').values(fresh).execute();
  for (const { slug, kind } of termTable) {
    const known = before.get(slug);
    if (known && known.kind !== kind)
      await db(em).updateTable('map_terms').set({ kind }).where('id', '=', known.id).execute();
  }
  return new Map([...(await read())].map(([slug, { id }]) => [slug, id]));
}

/** Positions and transitions in use. */
async function readThings(em: Em) {
  const positions = await db(em)
    .selectFrom('map_positions')
    .select(['id', 'name', 'tags', 'family', 'origin_key'])
    .where('state', '=', 'accepted')
    .orderBy('id')
    .execute();
  const transitions = await db(em)
    .selectFrom('map_transitions')
    .select(['id', 'name', 'tags', 'from_id', 'to_id', 'origin_key'])
    .where('state', '=', 'accepted')
    .orderBy('id')
    .execute();
  const tagsOf = new Map(positions.map(({ id, tags }) => [id, tags]));
  return [
    ...positions.map(({ id, name, tags, family, origin_key }) => ({
      position_id: id,
      transition_id: null,
      name,
      isImported: origin_key !== null,
      terms: termsOf(termTable, { name, tags, family }),
    })),
    ...transitions.map(({ id, name, tags, from_id, to_id, origin_key }) => ({
      position_id: null,
      transition_id: id,
      name,
      isImported: origin_key !== null,
      terms: termsOf(termTable, { name, tags }, [tagsOf.get(from_id) ?? [], tagsOf.get(to_id) ?? []]),
    })),
  ];
}

/** Links of imported things follow the table; those of proposed things are the curators'. */
async function writeLinks(
  em: Em,
  termIds: Map<string, number>,
  things: Awaited<ReturnType<typeof readThings>>,
): Promise<number> {
  type Link = { term_id: number; position_id: number | null; transition_id: number | null };
  const keyOf = (link: Link) => `${link.term_id} ${link.position_id} ${link.transition_id}`;
  const imported = things.filter(({ isImported }) => isImported);
  const wanted = imported.flatMap(({ position_id, transition_id, terms }) =>
    terms.map(({ slug }) => ({ term_id: termIds.get(slug) ?? 0, position_id, transition_id })),
  );
  const existing = await db(em).selectFrom('map_term_links').selectAll().execute();
  const known = new Set(existing.map(keyOf));
  const stays = new Set(wanted.map(keyOf));
  const ours = new Set(imported.map((thing) => `${thing.position_id} ${thing.transition_id}`));
  const gone = existing.filter(
    (link) => !stays.has(keyOf(link)) && ours.has(`${link.position_id} ${link.transition_id}`),
  );
  if (gone.length > 0) await deleteRows(em, 'map_term_links', gone);
  for (const rows of batches(wanted.filter((link) => !known.has(keyOf(link)))))
    await db(em).insertInto('map_term_links').values(rows).execute();
  return wanted.length;
}

async function writeNames(em: Em, rows: readonly NameRow[]): Promise<number> {
  const wanted = new Map<string, NameRow>();
  for (const row of rows) {
    // A name such as '...' has no key; two spellings with one key are one name.
    if (row.key !== '' && !wanted.has(placeOf(row))) wanted.set(placeOf(row), row);
  }
  const existing = await db(em).selectFrom('map_names').selectAll().execute();
  const known = new Map(existing.map((row) => [placeOf(row), row]));
  const isOurs = ({ source }: { source: string }) => source === nameSources.table;
  const gone = existing.filter((row) => isOurs(row) && !wanted.has(placeOf(row)));
  if (gone.length > 0) await deleteRows(em, 'map_names', gone);

  const preferred = new Set(
    [...wanted.values()].filter((row) => row.is_preferred).map((row) => preferencePlace(row)),
  );
  for (const row of existing) {
    const now = wanted.get(placeOf(row));
    const is_preferred = now?.is_preferred ?? (row.is_preferred && !preferred.has(preferencePlace(row)));
    const text = now && row.source === now.source ? now.text : row.text;
    if (gone.includes(row) || (is_preferred === row.is_preferred && text === row.text)) continue;
    await db(em).updateTable('map_names').set({ is_preferred, text }).where('id', '=', row.id).execute();
  }
  for (const rows of batches([...wanted].filter(([place]) => !known.has(place)).map(([, row]) => row)))
    await db(em).insertInto('map_names').values(rows).execute();
  return wanted.size;
}

const preferencePlace = (row: Omit<NameRow, 'text' | 'is_preferred' | 'source' | 'key'>) =>
  [row.term_id, row.position_id, row.transition_id, row.language].join(' ');

async function deleteRows(em: Em, table: 'map_names' | 'map_term_links', rows: { id: number }[]) {
  const ids = rows.map(({ id }) => id);
  await db(em).deleteFrom(table).where('id', '=', anyOf('int4', ids)).execute();
}

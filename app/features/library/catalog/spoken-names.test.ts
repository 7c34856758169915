import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { findByName } from '../../map/names/find-by-name.server.ts';
import { importNames } from '../../map/names/import-names.server.ts';
import { termTable } from '../../map/names/term-table.ts';
import { filtersOf } from './filters.schema.ts';
import { listContent } from './lists.server.ts';

/** What people say for a technique, by its slug: whole names and the part that is said, as they type them. */
const spoken = JSON.parse(readFileSync(new URL('./spoken-names.json', import.meta.url), 'utf8')) as Record<
  string,
  string[]
>;
const techniques = Object.entries(spoken);

const world = testWorld();

const titleOf = (slug: string) => `Shows n${termTable.findIndex((term) => term.slug === slug) + 1}`;

/** One item for each term of the map, which shows it and has no words of it. */
beforeAll(async () => {
  await importNames(world.em());
  const creator = await world.person();
  await rows(world.em())`
    with made as (
      insert into content (creator_id, title, category, tier, content_type, status, published_at, is_for_sale)
      select ${creator.id}, 'Shows n' || id, 'training', 'free', 'image', 'published', now(), false from map_terms
      returning id, title)
    insert into content_map_links (content_id, term_id)
    select made.id, term.id from made join map_terms term on made.title = 'Shows n' || term.id`;
});

test('the table has 300 forms or more, each once, of terms of the map', () => {
  const forms = techniques.flatMap(([, said]) => said);
  expect(forms.length).toBeGreaterThanOrEqual(300);
  expect(
    techniques.map(([slug]) => slug).filter((slug) => !termTable.some((term) => term.slug === slug)),
  ).toEqual([]);
});

describe('what people say finds the technique', () => {
  test.each(techniques)('%s on the map, first', async (slug, said) => {
    const wrong: string[] = [];
    for (const form of said) {
      const { terms, isNear } = await findByName(world.scope(), form, { kinds: ['term'] });
      if (isNear || terms[0]?.slug !== slug) wrong.push(`${form}: ${isNear ? 'near ' : ''}${terms[0]?.slug}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each(techniques)('%s in the search of the site, and hardly anything else', async (slug, said) => {
    const wrong: string[] = [];
    for (const form of said) {
      const filters = filtersOf(new URLSearchParams({ search: form }));
      const { items } = await listContent(world.scope(), { filters, size: 48 });
      const titles = items.map(({ title }) => title);
      if (!titles.includes(titleOf(slug)) || titles.length > 3) wrong.push(`${form}: ${titles.join(', ')}`);
    }
    expect(wrong).toEqual([]);
  });
});

import { nameKey } from '../../../app/features/map/names/name-key.ts';
import { row } from '../sql.ts';
import type { testWorld } from '../world.ts';

type World = ReturnType<typeof testWorld>;

/** Writes things of the map and their names, for tests that need only a few. */
export function linkedMap(world: World) {
  const idOf = (made: { id: number } | null) => made?.id ?? 0;

  async function name(kind: 'position' | 'transition' | 'term', id: number, text: string, language = 'en') {
    const of = (each: string) => (each === kind ? id : null);
    await row(world.em())`insert into map_names
      (term_id, position_id, transition_id, language, text, key, is_preferred, source)
      values (${of('term')}::int, ${of('position')}::int, ${of('transition')}::int, ${language}, ${text},
        ${nameKey(text)}, ${language === 'en'}, 'test') on conflict do nothing`;
  }

  return {
    name,
    async position(text: string): Promise<number> {
      const id = idOf(
        await row<{ id: number }>(world.em())`insert into map_positions (slug, name, family)
          values (${text.replaceAll(' ', '-')}, ${text}, 'other') returning id`,
      );
      await name('position', id, text);
      return id;
    },
    async transition(
      text: string,
      from: number,
      to: number,
      more: { bothWays?: boolean } = {},
    ): Promise<number> {
      const id = idOf(
        await row<{ id: number }>(
          world.em(),
        )`insert into map_transitions (slug, name, from_id, to_id, both_ways)
          values (${text.replaceAll(' ', '-')}, ${text}, ${from}, ${to}, ${more.bothWays ?? false}) returning id`,
      );
      await name('transition', id, text);
      return id;
    },
    /** A term with its names, in English first, and what it describes. */
    async term(
      names: { en: string; pt?: string; ja?: string },
      describes: { positions?: number[]; transitions?: number[] } = {},
    ): Promise<number> {
      const id = idOf(
        await row<{ id: number }>(world.em())`insert into map_terms (slug, kind)
          values (${names.en.replaceAll(' ', '-')}, 'action') returning id`,
      );
      for (const [language, text] of Object.entries(names)) await name('term', id, text, language);
      for (const each of describes.positions ?? [])
        await row(world.em())`insert into map_term_links (term_id, position_id) values (${id}, ${each})`;
      for (const each of describes.transitions ?? [])
        await row(world.em())`insert into map_term_links (term_id, transition_id) values (${id}, ${each})`;
      return id;
    },
    /** Puts an item on the map. */
    async link(contentId: number, at: { starts?: number; does?: number; term?: number; ends?: number }) {
      await row(
        world.em(),
      )`insert into content_map_links (content_id, starts_id, transition_id, term_id, ends_id)
        values (${contentId}, ${at.starts ?? null}::int, ${at.does ?? null}::int, ${at.term ?? null}::int,
          ${at.ends ?? null}::int)`;
    },
  };
}

import { addEntry } from '../../app/features/study/lists/entries.server.ts';
import type { ListKind, Visibility } from '../../app/features/study/lists/list-terms.ts';
import { createList } from '../../app/features/study/lists/lists.server.ts';
import type { Viewer } from '../../app/scope.ts';
import { row, rows } from './sql.ts';
import type { testWorld } from './world.ts';

/** Lists of members for tests, and how they are in the database. */
export function testLists(world: ReturnType<typeof testWorld>) {
  return {
    async list(
      owner: Viewer,
      facts: {
        kind?: ListKind;
        title?: string;
        visibility?: Visibility;
        items?: number[];
        note?: string;
      } = {},
    ): Promise<number> {
      const { kind = 'list', title = 'Half guard', visibility = 'private', items = [], note = null } = facts;
      const id = await createList(world.member(owner), { kind, title, description: null, visibility });
      for (const contentId of items) await addEntry(world.member(owner), id, { contentId, note });
      return id;
    },
    /** The items in order, and their places. */
    async order(id: number): Promise<(number | null)[]> {
      const found = await rows<{ item: number | null; position: number }>(world.em())`
        select content_id as item, position from list_entries where list_id = ${id} order by position`;
      const gap = found.findIndex(({ position }, index) => position !== index + 1);
      if (gap !== -1) throw new Error(`a gap before place ${found[gap]?.position}`);
      return found.map(({ item }) => item);
    },
    facts: (id: number) =>
      row<{ version: number; entries: number; key: string | null }>(world.em())`
        select version, entry_count as entries, link_key as key from lists where id = ${id}`,
    async entryOf(id: number, item: number): Promise<number> {
      const found = await row<{ id: number }>(world.em())`
        select id from list_entries where list_id = ${id} and content_id = ${item}`;
      return Number(found?.id ?? 0);
    },
  };
}

import { anyOf, db, sql } from '../../../../db/kysely.server.ts';
import type { Em } from '../../../../db/orm.server.ts';
import { NotFound, Refused } from '../../../../errors.ts';
import type { MemberScope } from '../../../../scope.ts';
import { enforceRateLimit } from '../../../core/rate-limits/rate-limit.server.ts';
import { lockOwnList, touchList } from '../access.server.ts';
import { sortBySection } from '../arrange.ts';
import { listLimits } from '../list-terms.ts';
import { orderOf, writeOrder } from '../order.server.ts';

/** The sections of a list in order. */
export const sectionsOf = (em: Em, listId: number) =>
  db(em)
    .selectFrom('list_sections')
    .select(['id', 'title'])
    .where('list_id', '=', listId)
    .orderBy('position')
    .orderBy('id')
    .limit(listLimits.sections)
    .execute();

export interface WantedSection {
  /** None for a new one. */
  id?: number | undefined;
  title: string;
}

/** Writes all sections of an own course in their order. Entries of one that is left out go to the section before it.
 *  @param seen the version of the list that the member was looking at
 *  @throws NotFound for another's course or section, Refused for a list, 409 for an older version, or 429 */
export async function saveSections(
  scope: MemberScope,
  listId: number,
  wanted: readonly WantedSection[],
  seen?: number,
): Promise<void> {
  await enforceRateLimit(scope, 'list change');
  await scope.em.transactional(async (em) => {
    const list = await lockOwnList(em, scope, listId, seen);
    if (list.kind !== 'course') throw new Refused('Only a course has sections.');
    if (wanted.length > listLimits.sections)
      throw new Refused(`A course has at most ${listLimits.sections} sections.`);
    const known = (await sectionsOf(em, listId)).map(({ id }) => id);
    const kept = wanted.flatMap(({ id }) => id ?? []);
    if (kept.some((id) => !known.includes(id)) || new Set(kept).size !== kept.length) throw new NotFound();
    const ids = await writeSections(em, listId, wanted);
    const before = await orderOf(em, listId);
    // By the order before anything moved.
    const previousKeptSection = (id: number) =>
      known.slice(0, known.indexOf(id)).findLast((each) => kept.includes(each)) ?? null;
    const after = before.map((place) => {
      const { sectionId } = place;
      return sectionId === null || kept.includes(sectionId)
        ? place
        : { ...place, sectionId: previousKeptSection(sectionId) };
    });
    await writeOrder(em, listId, before, sortBySection(after, [null, ...ids]));
    const gone = known.filter((id) => !kept.includes(id));
    await db(em).deleteFrom('list_sections').where('id', '=', anyOf('int4', gone)).execute();
    await touchList(em, scope, list);
  });
}

/** @returns the ids in order, with those of new sections */
async function writeSections(em: Em, listId: number, wanted: readonly WantedSection[]): Promise<number[]> {
  const placed = wanted.map(({ id, title }, position) => ({ id, title, position }));
  const kept = placed.flatMap(({ id, ...rest }) => (id === undefined ? [] : [{ id, ...rest }]));
  const at = sql`array_position(${kept.map(({ id }) => id)}::int[], id)`;
  if (kept.length > 0)
    await db(em)
      .updateTable('list_sections')
      .set({
        title: sql<string>`(${kept.map(({ title }) => title)}::text[])[${at}]`,
        position: sql<number>`(${kept.map(({ position }) => position)}::int[])[${at}]`,
      })
      .where('list_id', '=', listId)
      .where(
        'id',
        '=',
        anyOf(
          'int4',
          kept.map(({ id }) => id),
        ),
      )
      .execute();
  const fresh = placed.filter(({ id }) => id === undefined);
  const made =
    fresh.length === 0
      ? []
      : await db(em)
          .insertInto('list_sections')
          .values(fresh.map(({ title, position }) => ({ list_id: listId, title, position })))
          .returning(['id', 'position'])
          .execute();
  return [...kept, ...made].toSorted((one, other) => one.position - other.position).map(({ id }) => id);
}

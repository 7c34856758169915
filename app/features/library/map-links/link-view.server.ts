import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { recentOfAll } from '../../../db/recent-reads.server.ts';
import type { Scope } from '../../../scope.ts';
import { families } from '../../map/graph/families.ts';
import type { MapState } from '../../map/graph/states.ts';
import type { TermKind } from '../../map/names/languages.ts';
import { titleOf } from '../../map/screens/labels.ts';
import { familyPath, positionPath, transitionPath } from '../../map/screens/paths.ts';
import { type Links, noLinks, numbered, type Question } from './link-questions.ts';

/** A thing of the map as an item shows it. */
export interface LinkedThing {
  id: number;
  kind: 'position' | 'transition' | 'term';
  name: string;
  /** Null for a proposed thing, which has no page yet. */
  path: string | null;
}

export type ItemMap = Record<Question, LinkedThing | null>;

export const emptyMap: ItemMap = { startsIn: null, does: null, endsIn: null };

type Ids = Pick<Links, 'startsId' | 'transitionId' | 'termId' | 'endsId'>;

/** Where an item starts, what it does and where it ends. Things that were declined are not shown. */
export const itemMap = (scope: Pick<Scope, 'em' | 'recent'>, contentId: number): Promise<ItemMap> =>
  recentOfAll(scope, `map of ${contentId}`, () => readItemMap(scope.em, contentId));

async function readItemMap(em: Em, contentId: number): Promise<ItemMap> {
  const links = await db(em)
    .selectFrom('content_map_links')
    .select([
      'starts_id as startsId',
      'transition_id as transitionId',
      'term_id as termId',
      'ends_id as endsId',
    ])
    .where('content_id', '=', contentId)
    .executeTakeFirst();
  return links ? mapOf(em, links) : emptyMap;
}

/** The things of these links by the names that they have now. */
export async function mapOf(em: Em, { startsId, transitionId, termId, endsId }: Ids): Promise<ItemMap> {
  const [starts, ends, transition, term] = await Promise.all([
    findPosition(em, startsId),
    endsId === startsId ? null : findPosition(em, endsId),
    findTransition(em, transitionId),
    findTerm(em, termId),
  ]);
  return { startsIn: starts, does: transition ?? term, endsIn: endsId === startsId ? starts : ends };
}

const isShown = (state: MapState) => state === 'accepted' || state === 'proposed';

async function findPosition(em: Em, id: number | null): Promise<LinkedThing | null> {
  if (id === null) return null;
  const found = await db(em)
    .selectFrom('map_positions')
    .select(['id', 'slug', 'name', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found || !isShown(found.state)) return null;
  const path = found.state === 'accepted' ? positionPath(found) : null;
  return { id, kind: 'position', name: titleOf(found.name), path };
}

async function findTransition(em: Em, id: number | null): Promise<LinkedThing | null> {
  if (id === null) return null;
  const found = await db(em)
    .selectFrom('map_transitions as t')
    .innerJoin('map_positions as p', 'p.id', 't.to_id')
    .select(['t.id', 't.slug', 't.name', 't.state', 'p.name as toName'])
    .where('t.id', '=', id)
    .executeTakeFirst();
  if (!found || !isShown(found.state)) return null;
  const name = titleOf(/^\.*$/.test(found.name) ? found.toName : found.name);
  return { id, kind: 'transition', name, path: found.state === 'accepted' ? transitionPath(found) : null };
}

async function findTerm(em: Em, id: number | null): Promise<LinkedThing | null> {
  if (id === null) return null;
  const found = await db(em)
    .selectFrom('map_terms as t')
    .innerJoin('map_names as n', 'n.term_id', 't.id')
    .select(['t.id', 't.slug', 't.kind', 'n.text'])
    .where('t.id', '=', id)
    .where('n.language', '=', 'en')
    .orderBy('n.is_preferred', 'desc')
    .orderBy('n.id')
    .executeTakeFirst();
  return found ? { id, kind: 'term', name: found.text, path: termPath(found) } : null;
}

/** A family has a page of the map; other terms lead to what the site has of them. */
export const termPath = ({ kind, slug, text }: { kind: TermKind; slug: string; text: string }) =>
  kind === 'family' && families.some((family) => family.slug === slug)
    ? familyPath(slug)
    : `/discover?search=${encodeURIComponent(text)}`;

/** The texts of the three fields for an item: what waits for a choice as it was written, else a name with its number. */
export async function linkTexts(em: Em, links: Links): Promise<Record<Question, string>> {
  if (links === noLinks) return { startsIn: '', does: '', endsIn: '' };
  const { startsIn, does, endsIn } = await mapOf(em, links);
  const text = (thing: LinkedThing | null) =>
    thing === null ? '' : thing.kind === 'term' ? thing.name : numbered(thing.name, thing.id);
  return {
    startsIn: links.startsAs ?? text(startsIn),
    does: links.doesAs ?? text(does),
    endsIn: links.endsAs ?? text(endsIn),
  };
}

import { performance } from 'node:perf_hooks';
import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { databaseOf } from '../../../db/replicas/same-database.ts';
import type { Scope } from '../../../scope.ts';
import type { Fit } from '../import/pose.ts';
import type { MapState, Role, Ruleset } from './states.ts';

export type { Role, Ruleset } from './states.ts';

/** How a drawing looks at it; null until that was found (`map/drawing`). */
interface Looked {
  cameraYaw: number | null;
  cameraPitch: number | null;
  drawOrder: number[] | null;
}

export interface MapPosition extends Looked {
  id: number;
  slug: string;
  name: string;
  /** A slug of `families.ts`. */
  family: string;
  tags: string[];
  isWaypoint: boolean;
  state: MapState;
  /** One frame (`decodeFrame`), whose player 0 is on top. */
  frame: Buffer | null;
  /** The position whose drawing stands for one without a frame. */
  looksLike: number | null;
}

export interface MapTransition extends Looked {
  id: number;
  slug: string;
  /** As in the file; `nameOfArc` says what to show for `...`. */
  name: string;
  fromId: number;
  toId: number;
  fromFit: Fit | null;
  toFit: Fit | null;
  changesRole: boolean;
  /** By the roles of `fromId`. */
  actor: Role | null;
  bothWays: boolean;
  ruleset: Ruleset;
  isTap: boolean;
  tags: string[];
  seenIn: string[];
  frames: Buffer | null;
  perSecond: number;
  state: MapState;
}

/** A transition in one direction. */
export interface Arc {
  transition: MapTransition;
  fromId: number;
  toId: number;
  /** Done backwards, which only those that go both ways can be. */
  isReversed: boolean;
  /** The one on top at its start is at the bottom at its end. */
  changesRole: boolean;
}

/** All that is accepted, in memory. Nothing in it may be changed. */
export interface TechniqueMap {
  version: string;
  positions: ReadonlyMap<number, MapPosition>;
  transitions: ReadonlyMap<number, MapTransition>;
  arcsFrom(positionId: number): readonly Arc[];
  arcsInto(positionId: number): readonly Arc[];
  /** The positions of a family, by id. */
  positionsOf(family: string): readonly MapPosition[];
}

/** Another process may change the map; no page is older than this. */
const checkEveryMs = 1_000;

interface Kept {
  map: TechniqueMap | null;
  checkedAt: number;
  /** By the clock of requests, which tests stop: then every call checks. */
  checkedFor: number;
  checking: Promise<TechniqueMap> | null;
}

/** One map for each database of the process. */
const keptMaps = new WeakMap<object, Kept>();

/** The map of this process. It asks for the version at most once a second, and reads the map again when it changed. */
export async function techniqueMap({ em, now }: Pick<Scope, 'em' | 'now'>): Promise<TechniqueMap> {
  const database = databaseOf(em);
  const kept = keptMaps.get(database) ?? { map: null, checkedAt: 0, checkedFor: 0, checking: null };
  keptMaps.set(database, kept);
  const at = performance.now();
  const isFresh = at - kept.checkedAt < checkEveryMs && kept.checkedFor !== now().getTime();
  if (kept.map && isFresh) return kept.map;
  // What an open transaction has written may never come true, so other requests must not see it.
  const reader = em.isInTransaction() ? em.fork() : em;
  kept.checking ??= renew(reader, kept, at, now().getTime()).finally(() => {
    kept.checking = null;
  });
  return kept.checking;
}

/** The map with what other processes changed up to now. */
export async function newestMap(scope: Pick<Scope, 'em' | 'now'>): Promise<TechniqueMap> {
  const kept = keptMaps.get(databaseOf(scope.em));
  // A check that is under way may have asked for the version before the change.
  await kept?.checking;
  if (kept) kept.checkedAt = Number.NEGATIVE_INFINITY;
  return techniqueMap(scope);
}

async function renew(em: Em, kept: Kept, at: number, requestedAt: number): Promise<TechniqueMap> {
  const { version } = await db(em).selectFrom('map_version').select('version').executeTakeFirstOrThrow();
  // A replica may be behind the primary, of which the map is already here.
  const isBehind = databaseOf(em) !== em.config && kept.map && version < kept.map.version;
  if (kept.map?.version !== version && !isBehind) kept.map = await readMap(em, version);
  kept.checkedAt = at;
  kept.checkedFor = requestedAt;
  return kept.map as TechniqueMap;
}

async function readMap(em: Em, version: string): Promise<TechniqueMap> {
  const positions = await db(em)
    .selectFrom('map_positions')
    .select([
      ...(['id', 'slug', 'name', 'family', 'tags', 'is_waypoint as isWaypoint', 'state', 'frame'] as const),
      ...(['camera_yaw as cameraYaw', 'camera_pitch as cameraPitch', 'draw_order as drawOrder'] as const),
      'looks_like as looksLike',
    ])
    .where('state', '=', 'accepted')
    .orderBy('id')
    .execute();
  const transitions = await db(em)
    .selectFrom('map_transitions')
    .select([
      ...(['id', 'slug', 'name', 'from_id as fromId', 'to_id as toId', 'from_fit as fromFit'] as const),
      ...(['to_fit as toFit', 'changes_role as changesRole', 'actor', 'both_ways as bothWays'] as const),
      ...(['ruleset', 'is_tap as isTap', 'tags', 'seen_in as seenIn', 'frames', 'state'] as const),
      ...(['camera_yaw as cameraYaw', 'camera_pitch as cameraPitch', 'draw_order as drawOrder'] as const),
      'per_second as perSecond',
    ])
    .where('state', '=', 'accepted')
    .orderBy('id')
    .execute();
  return mapOf(version, positions, transitions);
}

/** Joins positions and transitions into a map. Transitions whose ends are not among the positions are left out. */
export function mapOf(
  version: string,
  positions: readonly MapPosition[],
  transitions: readonly MapTransition[],
): TechniqueMap {
  const byId = new Map(positions.map((each) => [each.id, each]));
  const joined = transitions.filter(({ fromId, toId }) => byId.has(fromId) && byId.has(toId));
  const out = new Map<number, Arc[]>();
  const into = new Map<number, Arc[]>();
  const add = (arc: Arc) => {
    listIn(out, arc.fromId).push(arc);
    listIn(into, arc.toId).push(arc);
  };
  for (const transition of joined) {
    const { fromId, toId, changesRole, bothWays } = transition;
    add({ transition, fromId, toId, isReversed: false, changesRole });
    if (bothWays) add({ transition, fromId: toId, toId: fromId, isReversed: true, changesRole });
  }
  const families = Map.groupBy(positions, ({ family }) => family);
  return {
    version,
    positions: byId,
    transitions: new Map(joined.map((each) => [each.id, each])),
    arcsFrom: (id) => out.get(id) ?? none,
    arcsInto: (id) => into.get(id) ?? none,
    positionsOf: (family) => families.get(family) ?? [],
  };
}

const none: readonly Arc[] = [];

function listIn(lists: Map<number, Arc[]>, id: number): Arc[] {
  const list = lists.get(id) ?? [];
  if (list.length === 0) lists.set(id, list);
  return list;
}

/** What to call a transition in this direction. One that only continues another is called after where it leads. */
export function nameOfArc(map: TechniqueMap, { transition, toId }: Pick<Arc, 'transition' | 'toId'>): string {
  return transition.name === '...' ? (map.positions.get(toId)?.name ?? transition.name) : transition.name;
}

/** A transition has its own tags and those that both its ends have. */
export function tagsOf(map: TechniqueMap, { fromId, toId, tags }: MapTransition): string[] {
  const atEnd = new Set(map.positions.get(toId)?.tags);
  const shared = map.positions.get(fromId)?.tags.filter((tag) => atEnd.has(tag)) ?? [];
  return [...new Set([...tags, ...shared])];
}

/** Who acts in an arc, by the roles at its own start. */
export function actorOf({ transition: { actor }, isReversed, changesRole }: Arc): Role | null {
  if (!actor || !isReversed || !changesRole) return actor;
  return actor === 'top' ? 'bottom' : 'top';
}

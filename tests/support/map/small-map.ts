import type { Role, Ruleset } from '../../../app/features/map/graph/states.ts';
import { slugOf } from '../../../app/features/map/import/slug.ts';
import type { Scope } from '../../../app/scope.ts';
import { rows } from '../sql.ts';

interface Leap {
  name: string;
  from: string;
  to: string;
  actor?: Role;
  changesRole?: boolean;
  bothWays?: boolean;
  ruleset?: Ruleset;
  isTap?: boolean;
  tags?: string[];
}

/** A dozen positions, with the family and the tags of each. */
const places: Record<string, { family: string; tags: string[]; isWaypoint?: boolean }> = {
  'Closed guard': { family: 'closed-guard', tags: ['closed_guard', 'bottom_supine'] },
  'Half guard': { family: 'half-guard', tags: ['half_guard', 'bottom_supine'] },
  'Half guard with underhook': { family: 'half-guard', tags: ['half_guard', 'bottom_underhook'] },
  'Side control': { family: 'side-control', tags: ['side_control', 'bottom_supine'] },
  Mount: { family: 'mount', tags: ['mount', 'bottom_supine'] },
  'Back with hooks': { family: 'back', tags: ['back', 'seatbelt'] },
  Turtle: { family: 'turtle', tags: ['turtle'] },
  'Knee on belly': { family: 'knee-on-belly', tags: ['knee_on_belly', 'bottom_supine'] },
  Armbar: { family: 'armbar', tags: ['armbar', 'bottom_supine'] },
  'Rear naked choke': { family: 'back', tags: ['back', 'rear_naked_choke'] },
  'Knee cut': { family: 'half-guard', tags: [], isWaypoint: true },
  Staredown: { family: 'standing', tags: ['standing'] },
  /** Nothing leads there. */
  Island: { family: 'other', tags: [] },
};

const leaps: Leap[] = [
  { name: 'Underhook', from: 'Half guard', to: 'Half guard with underhook', actor: 'bottom', bothWays: true },
  {
    name: 'Take the back',
    from: 'Half guard with underhook',
    to: 'Back with hooks',
    actor: 'bottom',
    changesRole: true,
  },
  {
    name: 'Old school sweep',
    from: 'Half guard with underhook',
    to: 'Side control',
    actor: 'bottom',
    changesRole: true,
  },
  { name: 'Knee cut', from: 'Half guard', to: 'Knee cut', actor: 'top' },
  { name: '...', from: 'Knee cut', to: 'Side control', actor: 'top' },
  { name: 'Open and step over', from: 'Closed guard', to: 'Half guard', actor: 'top' },
  {
    name: 'Hip bump sweep',
    from: 'Closed guard',
    to: 'Mount',
    actor: 'bottom',
    changesRole: true,
    tags: ['sweep'],
  },
  { name: 'Slide over', from: 'Side control', to: 'Mount', actor: 'top' },
  { name: 'Knee on belly', from: 'Side control', to: 'Knee on belly', actor: 'top', bothWays: true },
  { name: 'Turn in', from: 'Side control', to: 'Turtle', actor: 'bottom' },
  { name: 'Seatbelt', from: 'Turtle', to: 'Back with hooks', actor: 'top' },
  { name: 'Gift wrap', from: 'Mount', to: 'Back with hooks', actor: 'top' },
  { name: 'Bridge and roll', from: 'Mount', to: 'Closed guard', actor: 'bottom', changesRole: true },
  { name: 'Armbar', from: 'Mount', to: 'Armbar', actor: 'top' },
  { name: 'Lapel choke', from: 'Back with hooks', to: 'Rear naked choke', actor: 'top', ruleset: 'gi' },
  { name: 'Choke', from: 'Back with hooks', to: 'Rear naked choke', actor: 'top' },
  { name: 'tap', from: 'Rear naked choke', to: 'Staredown', actor: 'bottom', isTap: true },
  { name: 'tap', from: 'Armbar', to: 'Staredown', actor: 'bottom', isTap: true },
  { name: 'Pull guard', from: 'Staredown', to: 'Closed guard', actor: 'bottom' },
];

export interface SmallMap {
  /** The id of a position by its name. */
  at: (name: string) => number;
  /** The id of the transition of this name that begins there. */
  leap: (name: string, from: string) => number;
}

/** Writes a map of thirteen positions and nineteen transitions, without poses, in some milliseconds. */
export async function smallMap({ em }: Pick<Scope, 'em'>): Promise<SmallMap> {
  const positions = await rows<{ id: number; name: string }>(em)`
    insert into map_positions (slug, name, family, tags, is_waypoint)
    select p->>'slug', p->>'name', p->>'family', array(select jsonb_array_elements_text(p->'tags')),
      coalesce((p->>'isWaypoint')::boolean, false)
    from jsonb_array_elements(${json(
      Object.entries(places).map(([name, place]) => ({ name, slug: slugOf(name), ...place })),
    )}::jsonb) p returning id, name`;
  const ids = new Map(positions.map(({ id, name }) => [name, id]));
  const at = (name: string) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`The small map has no ${name}.`);
    return id;
  };
  const transitions = await rows<{ id: number; name: string; from_id: number }>(em)`
    insert into map_transitions (slug, name, from_id, to_id, actor, changes_role, both_ways, ruleset, is_tap, tags)
    select t->>'slug', t->>'name', (t->>'from')::int, (t->>'to')::int, t->>'actor',
      coalesce((t->>'changesRole')::boolean, false), coalesce((t->>'bothWays')::boolean, false),
      coalesce(t->>'ruleset', 'both'), coalesce((t->>'isTap')::boolean, false),
      array(select jsonb_array_elements_text(coalesce(t->'tags', '[]')))
    from jsonb_array_elements(${json(
      leaps.map((leap) => ({
        ...leap,
        slug: slugOf(leap.name === '...' ? leap.to : leap.name),
        from: at(leap.from),
        to: at(leap.to),
      })),
    )}::jsonb) t returning id, name, from_id`;
  const leap = (name: string, from: string) => {
    const found = transitions.find((each) => each.name === name && each.from_id === at(from));
    if (!found) throw new Error(`The small map has no ${name} from ${from}.`);
    return found.id;
  };
  return { at, leap };
}

const json = (value: unknown) => JSON.stringify(value);

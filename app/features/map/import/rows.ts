import { createHash } from 'node:crypto';
import { familyOf } from '../graph/families.ts';
import type { Role, Ruleset } from '../graph/states.ts';
import { type Connection, connect, type Node } from './connect.ts';
import type { Block, ParsedFile } from './parse.ts';
import { encodeFrame, type Fit, swapped } from './pose.ts';
import { readableName } from './slug.ts';

/** Columns that the file says and curators may correct; an import leaves corrected ones alone. */
export interface PositionFacts {
  name: string;
  family: string;
  tags: string[];
  is_waypoint: boolean;
}

export interface TransitionFacts {
  name: string;
  actor: Role | null;
  changes_role: boolean;
  both_ways: boolean;
  ruleset: Ruleset;
  is_tap: boolean;
  tags: string[];
}

export interface PositionRow {
  originKey: string;
  facts: PositionFacts;
  frame: Buffer;
}

export interface TransitionRow {
  originKey: string;
  facts: TransitionFacts;
  /** Numbers of positions in the list. */
  from: number;
  to: number;
  fromFit: Fit;
  toFit: Fit;
  seenIn: string[];
  frames: Buffer;
  perSecond: number;
}

export interface MapRows {
  positions: PositionRow[];
  transitions: TransitionRow[];
}

/** Works out the rows of a file, in its order; waypoints come after the positions. */
export function rowsOf(file: ParsedFile): MapRows {
  const { nodes, connections } = connect(file);
  const turned = topFirst(nodes, connections);
  const keys = new Keys();
  const facts: PositionFacts[] = [];
  const positions = nodes.map(({ block, frame }, at): PositionRow => {
    const bytes = block?.frames ?? encodeFrame(turned.has(at) ? swapped(frame) : frame);
    const made = block ? factsOfPosition(block) : factsOfWaypoint(at, connections, facts);
    facts.push(made);
    return { originKey: keys.of('position', block?.name ?? '', bytes), facts: made, frame: bytes };
  });
  const transitions = connections.map((connection): TransitionRow => {
    const { block } = connection;
    const [from, to] = [connection.from, connection.to].map(({ node, fit }) => ({
      node,
      fit: turned.has(node) ? { ...fit, swap: !fit.swap } : fit,
    })) as [Connection['from'], Connection['to']];
    return {
      originKey: keys.of('transition', block.name, block.frames),
      facts: factsOfTransition(block, from.fit.swap !== to.fit.swap),
      from: from.node,
      to: to.node,
      fromFit: rounded(from.fit),
      toFit: rounded(to.fit),
      seenIn: block.seenIn,
      frames: block.frames,
      perSecond: block.properties.includes('detailed') ? 10 : 5,
    };
  });
  return { positions, transitions };
}

/** Waypoints whose player 0 is not the one on top. The file does not say who is, so the way there is taken to change no roles. */
function topFirst(nodes: Node[], connections: Connection[]): Set<number> {
  const turned = new Set<number>();
  const known = new Set(nodes.flatMap(({ block }, at) => (block ? [at] : [])));
  const settle = (one: Connection['from'], other: Connection['from']) => {
    if (!known.has(one.node) || known.has(other.node)) return;
    known.add(other.node);
    if ((one.fit.swap !== turned.has(one.node)) !== other.fit.swap) turned.add(other.node);
  };
  for (let before = -1; before < known.size; ) {
    before = known.size;
    for (const { from, to } of connections) settle(from, to);
    if (known.size === before) for (const { from, to } of connections) settle(to, from);
  }
  return turned;
}

const factsOfPosition = (block: Block): PositionFacts => ({
  name: readableName(block.name),
  family: familyOf(block),
  tags: block.tags,
  is_waypoint: false,
});

/** A waypoint has the name of the first transition that leads there, and belongs where that one comes from. */
function factsOfWaypoint(at: number, connections: Connection[], facts: PositionFacts[]): PositionFacts {
  const into = connections.filter(({ to, from }) => to.node === at && from.node !== at);
  const named = into.find(({ block }) => block.name !== '...');
  const out = connections.find(({ from }) => from.node === at);
  const near = (named ?? into[0])?.from.node ?? out?.to.node;
  // Of two waypoints that lead to each other, the first has no facts of the second yet.
  const neighbour = near === undefined ? undefined : facts[near];
  const name = named ? readableName(named.block.name) : neighbour?.name;
  return {
    name: name ?? readableName(out?.block.name ?? 'Waypoint'),
    family: neighbour?.family ?? 'other',
    tags: [],
    is_waypoint: true,
  };
}

/** Cloth that only a gi has. The file shows wrestling without one and says so where it does not. */
const cloth = /\b(lapel|sleeve|gi|kimono|jacket|pants|cross collar|collar (choke|grip|drag)|ezekiel)\b/;
const noCloth = /\bno-?gi\b/;

function factsOfTransition({ name, tags, properties }: Block, changesRole: boolean): TransitionFacts {
  const words = [name.toLowerCase(), ...tags.map((tag) => tag.replaceAll('_', ' '))].join(', ');
  const actors = (['top', 'bottom'] as const).filter((role) => properties.includes(role));
  return {
    name: readableName(name),
    actor: actors.length === 1 ? actors[0]! : null,
    changes_role: changesRole,
    both_ways: properties.includes('bidirectional'),
    ruleset: noCloth.test(words) ? 'nogi' : cloth.test(words) ? 'gi' : 'both',
    is_tap: name === 'tap',
    tags,
  };
}

/** As many digits as a drawing can show. */
function rounded({ angle, dx, dz, ...rest }: Fit): Fit {
  const round = (value: number) => Math.round(value * 1e5) / 1e5 + 0;
  return { angle: round(angle), dx: round(dx), dz: round(dz), ...rest };
}

/** Keys by which rows are found again, whatever their place in the file. */
class Keys {
  private readonly seen = new Map<string, number>();

  of(kind: string, name: string, frames: Buffer): string {
    const hash = createHash('sha256').update(`${kind}\n${name}\n`).update(frames).digest('hex').slice(0, 32);
    const times = (this.seen.get(hash) ?? 0) + 1;
    this.seen.set(hash, times);
    return times === 1 ? hash : `${hash}-${times}`;
  }
}

import type { Frame } from '../import/pose.ts';
import { type Part, type PartKind, parts, partsOfPlayer, radius } from './body.ts';
import { animation } from './motion.ts';
import type { DrawOrder } from './order.ts';
import { type Placement, place } from './placement.ts';
import { type Camera, type Seen, seenBy } from './projection.ts';

export const width = 200;
export const height = 150;

export type Theme = 'light' | 'dark';

export interface Figure {
  /** One frame is a still, more are a movement. */
  frames: readonly Frame[];
  camera: Camera;
  isMirrored: boolean;
  order: DrawOrder;
  theme: Theme;
  /** The player who is drawn filled. The other one is outlined. */
  filled: 0 | 1;
  /** Frames for each second of the movement. */
  perSecond: number;
  /** Units for a metre; null fills the picture. */
  zoom: number | null;
}

/** Of the site's tokens (`styles/tokens.css`): --sunk, --line, --chart, --card and --ink. */
const colours: Record<Theme, Record<'ground' | 'mat' | 'solid' | 'inside' | 'ink', string>> = {
  light: { ground: '#f1eade', mat: '#dfd5c6', solid: '#2f6f7e', inside: '#fffdf9', ink: '#1c1815' },
  dark: { ground: '#0f0d0b', mat: '#3a342d', solid: '#6db5c6', inside: '#221e1a', ink: '#f5efe6' },
};

/** Of the outlined player, and around each part in the colour of the ground, so that it lies visibly on others. */
const [outline, halo] = [1.6, 1.4];

const kinds: Record<PartKind, string> = {
  torso: 't',
  head: 'h',
  thigh: 'g',
  shin: 'l',
  arm: 'a',
  forearm: 'f',
};
const nameOf = (part: number) => String.fromCharCode(97 + part);

/** So that a drawing is at most 3 kB when it is sent compressed. */
const mostCharacters = 9_000;
/** Units by which a moving part may leave its way, to save bytes. Long movements run faster, so that less is seen. */
const tolerances = [1, 2, 3, 5, 8];

/** Draws a pose, or a movement that ends by itself, without script, links or fonts. */
export function drawFigure(figure: Figure): string {
  const seen = figure.frames.map((frame) => seenBy(frame, figure.camera, figure.isMirrored));
  let drawn = '';
  for (const tolerance of tolerances) {
    drawn = drawWithin(tolerance, seen, figure);
    if (drawn.length <= mostCharacters) break;
  }
  return drawn;
}

function drawWithin(tolerance: number, seen: Seen[], figure: Figure): string {
  const { camera, order, theme, zoom } = figure;
  const placement = place(seen, camera, { width, height, zoom });
  const { ground, mat } = colours[theme];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `<style>${styles(theme, placement.scale)}</style>`,
    `<path fill="${ground}" d="M0 0h${width}v${height}H0z"/>`,
    `<path stroke="${mat}" d="M0 ${placement.horizon}h${width}"/>`,
    ...order.map((part) => drawPart(part, seen, placement, figure, tolerance)),
    '</svg>',
  ].join('');
}

/** A path takes all of its looks from its group (the halo) or from the `use` that repeats it, so that no rule may name
 *  it: rules apply to the copies as well. */
function styles(theme: Theme, scale: number): string {
  const { ground, solid, inside, ink } = colours[theme];
  const widths = Object.entries(kinds).map(([kind, name]) => {
    const line = 2 * radius[kind as PartKind] * scale;
    const [wide, narrow] = [line + 2 * halo, line - 2 * outline];
    return `.${name}{stroke-width:${tenth(wide)};--s:${tenth(line)};--i:${tenth(narrow)}}`;
  });
  return [
    `svg{fill:none;stroke:${ground};stroke-linecap:round;stroke-linejoin:round}`,
    ...widths,
    `.s{stroke:${solid};stroke-width:var(--s)}.o{stroke:${ink};stroke-width:var(--s)}`,
    `.i{stroke:${inside};stroke-width:var(--i)}.t .s{fill:${solid}}.t .i{fill:${inside}}`,
  ].join('');
}

const tenth = (value: number) => Math.round(value * 10) / 10;

function drawPart(
  at: number,
  seen: Seen[],
  placement: Placement,
  { filled, perSecond }: Figure,
  tolerance: number,
): string {
  const part = parts[at]!;
  const name = nameOf(at);
  const layer = (letter: string) => `<use href="#${name}" class="${letter}"/>`;
  const shapes = seen.map((one) => shapeOf(part, one, placement));
  const write = (shape: number[]) => pathOf(shape, part.kind === 'torso');
  const line = `<path id="${name}" d="${write(shapes[0]!)}">${animation(shapes, write, perSecond, tolerance)}</path>`;
  const isFilled = (at < partsOfPlayer ? 0 : 1) === filled;
  return `<g class="${kinds[part.kind]}">${line}${isFilled ? layer('s') : layer('o') + layer('i')}</g>`;
}

/** Across and down for each joint, in whole units. */
const shapeOf = ({ joints }: Part, seen: Seen, { scale, left, top }: Placement): number[] =>
  joints.flatMap((joint) => [
    Math.round(left + scale * seen[3 * joint]!),
    Math.round(top + scale * seen[3 * joint + 1]!),
  ]);

/** The first point, then the way to each next one. */
function pathOf([x = 0, y = 0, ...others]: number[], isClosed: boolean): string {
  // A line without length is drawn as its round cap.
  if (others.length === 0) return `M${x} ${y}h0`;
  const from = [x, y, ...others];
  const steps = others.map((to, at) => to - from[at]!);
  const written = steps.map((step, at) => (at > 0 && step >= 0 ? ` ${step}` : `${step}`)).join('');
  return `M${x} ${y}l${written}${isClosed ? 'z' : ''}`;
}

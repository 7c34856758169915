import type { Camera, Spot } from './camera.ts';
import type { Vector } from './vectors.ts';

/** A ball in space; limbs, trunks and heads are skins stretched over two or more balls. */
export interface Ball {
  at: Vector;
  r: number;
}

export interface Paint {
  light: string;
  shade: string;
  line: string;
}

interface Disc {
  x: number;
  y: number;
  r: number;
}

const short = (n: number) => Math.round(n * 10) / 10;

export const discOf = (camera: Camera, ball: Ball): Disc => {
  const spot = camera.spot(ball.at);
  return { x: spot.x, y: spot.y, r: ball.r * spot.scale };
};

export function skin(camera: Camera, balls: Ball[], grow = 0): string {
  return hull(
    balls.map((ball) => discOf(camera, ball)).map((disc) => ({ ...disc, r: Math.max(disc.r + grow, 0.5) })),
  );
}

export function litSkin(camera: Camera, balls: Ball[], share = 0.83): string {
  const shift = (1 - share) * 0.8;
  return hull(
    balls
      .map((ball) => discOf(camera, ball))
      .map(({ x, y, r }) => ({ x: x - r * shift * 0.6, y: y - r * shift, r: r * share })),
  );
}

/** Convex outline round discs: exact for two discs, which most skins are, and approximated for more. */
export function hull(discs: Disc[]): string {
  const [a, b] = discs;
  if (a && b && discs.length === 2) return capsule(a, b);
  const points = discs.flatMap(({ x, y, r }) => {
    const steps = r < 4 ? 6 : 36;
    return Array.from({ length: steps }, (_, i) => {
      const angle = (i * 2 * Math.PI) / steps;
      return { x: x + r * Math.cos(angle), y: y + r * Math.sin(angle) };
    });
  });
  points.sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (from: typeof points) => {
    const chain: typeof points = [];
    for (const p of from) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return `${trace([...half(points), ...half(points.reverse())])}Z`;
}

function capsule(a: Disc, b: Disc): string {
  const apart = Math.hypot(b.x - a.x, b.y - a.y);
  if (apart <= Math.abs(a.r - b.r) + 0.01) return circle(a.r > b.r ? a : b);
  const axis = Math.atan2(b.y - a.y, b.x - a.x);
  const lean = Math.acos((a.r - b.r) / apart);
  const on = ({ x, y, r }: Disc, angle: number) =>
    `${short(x + r * Math.cos(angle))} ${short(y + r * Math.sin(angle))}`;
  const arc = (disc: Disc, large: boolean) => `A${short(disc.r)} ${short(disc.r)} 0 ${large ? 1 : 0} 1`;
  const wide = lean < Math.PI / 2;
  return `M${on(a, axis + lean)}${arc(a, wide)} ${on(a, axis - lean)}L${on(b, axis - lean)}${arc(b, !wide)} ${on(b, axis + lean)}Z`;
}

const circle = ({ x, y, r }: Disc) =>
  `M${short(x - r)} ${short(y)}A${short(r)} ${short(r)} 0 1 1 ${short(x + r)} ${short(y)}A${short(r)} ${short(r)} 0 1 1 ${short(x - r)} ${short(y)}Z`;

type Point = { x: number; y: number };
const turn = (a: Point, b: Point, c: Point) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

export const trace = (points: Point[]) =>
  points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('');

export const traceIn = (camera: Camera, points: Vector[]) => trace(points.map((p): Spot => camera.spot(p)));

export const filled = (d: string, colour: string, more = '') => `<path d="${d}" fill="${colour}"${more}/>`;

export const stroked = (d: string, colour: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${short(width)}" stroke-linejoin="round"${more || ' stroke-linecap="round"'}/>`;

export function facing(camera: Camera, points: { at: Vector; normal: Vector }[]): Vector[][] {
  const runs: Vector[][] = [[]];
  for (const { at, normal } of points) {
    const to = camera.towards(at);
    if (to[0] * normal[0] + to[1] * normal[1] + to[2] * normal[2] > 0.02) runs.at(-1)!.push(at);
    else if (runs.at(-1)!.length > 0) runs.push([]);
  }
  return runs.filter((run) => run.length > 1);
}

import type { Body } from './body.ts';
import type { Camera } from './camera.ts';
import type { Cast, Kit } from './casts.ts';
import { type Ball, facing, filled, type Paint, skin, stroked, traceIn } from './ink.ts';
import { across, add, along, cross, dot, mix, scale, subtract, unit, type Vector } from './vectors.ts';

const radians = (degrees: number) => (degrees * Math.PI) / 180;

export function circle(axis: Vector): Vector[] {
  const first = across(Math.abs(axis[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0], axis);
  const second = cross(axis, first);
  return Array.from({ length: 49 }, (_, i) => {
    const angle = radians(i * 7.5);
    return add(scale(first, Math.cos(angle)), scale(second, Math.sin(angle)));
  });
}

export function ring(camera: Camera, centre: Vector, axis: Vector, radius: number): Vector[][] {
  const points = circle(unit(axis)).map((normal) => ({ at: along(centre, normal, radius), normal }));
  return rejoined(facing(camera, points));
}

/** A ring that starts in the middle of its visible half comes back as two strokes; this joins them. */
function rejoined(runs: Vector[][]): Vector[][] {
  return runs.length === 2 ? [[...runs[1]!, ...runs[0]!.slice(1)]] : runs;
}

/** The edge of a sleeve, trouser leg or jacket, or a band round a limb; the width is in centimetres. */
export function hem(camera: Camera, end: Ball, axis: Vector, colour: string, width = 0.55): string {
  return ring(camera, end.at, axis, end.r * 0.97)
    .map((points) => stroked(traceIn(camera, points), colour, camera.spot(end.at).scale * width, butt))
    .join('');
}

const butt = ' stroke-linecap="butt"';

interface Trim {
  cast: Cast;
  kit: Kit;
  belt: Paint & { bar?: string };
}

function surface(body: Body, height: number, angle: number, lift = 0) {
  const front = unit(mix(body.hipsFront, body.front, height));
  const side = unit(mix(body.hipsSide, body.side, height));
  const spine =
    height < 0.36
      ? mix(body.hips, body.waist, height / 0.36)
      : mix(body.waist, body.chest, (height - 0.36) / 0.64);
  const wide = height > 0.9 ? 12 - (height - 0.9) * 40 : 16.5;
  const deep = height > 0.9 ? 9.5 - (height - 0.9) * 20 : 11.2;
  const normal = unit(
    add(scale(front, Math.cos(radians(angle)) / deep), scale(side, Math.sin(radians(angle)) / wide)),
  );
  const at = add(
    spine,
    add(
      scale(front, Math.cos(radians(angle)) * (deep + lift)),
      scale(side, Math.sin(radians(angle)) * (wide + lift)),
    ),
  );
  return { at, normal };
}

export function trunkTrim(camera: Camera, body: Body, { cast, kit, belt }: Trim): string {
  if (!kit.jacket) return waistband(camera, body, kit.trousers, 5);
  return [
    chestSkin(camera, body, cast.skin),
    lapel(camera, collar(body, -1), kit.jacket, body),
    lapel(camera, collar(body, 1), kit.jacket, body),
    waistband(camera, body, belt, 4),
  ].join('');
}

interface SurfacePoint {
  at: Vector;
  normal: Vector;
}

function collar(body: Body, sign: 1 | -1): SurfacePoint[] {
  const { neck, side, front } = body;
  const spine = cross(front, side);
  const round = (ahead: number, aside: number, up: number): SurfacePoint => ({
    at: add(along(neck, spine, -up), add(scale(front, ahead), scale(side, sign * aside))),
    normal: unit(add(scale(front, ahead), scale(side, sign * aside))),
  });
  const stations = [
    round(-6.6, 0, 2),
    round(-5, 4.6, 2.2),
    round(0.6, 7, 2.6),
    round(5.6, 6, 4.5),
    surface(body, 0.8, sign * 30, 0.3),
    surface(body, 0.55, sign * 8, 0.3),
    surface(body, 0.31, sign * -14, 0.3),
  ];
  return stations.slice(1).flatMap((next, i) => {
    const from = stations[i]!;
    return [0.2, 0.4, 0.6, 0.8, 1].map((t) => ({
      at: mix(from.at, next.at, t),
      normal: mix(from.normal, next.normal, t),
    }));
  });
}

function chestSkin(camera: Camera, body: Body, paint: Paint): string {
  const { neck, side, front } = body;
  const low = surface(body, 0.72, 0);
  if (dot(camera.towards(low.at), low.normal) < 0.05) return '';
  const throat = along(neck, front, 3);
  const corners = [along(throat, side, 6), along(neck, front, 6), along(throat, side, -6), low.at];
  return filled(`${traceIn(camera, corners)}Z`, paint.shade);
}

/** The collar behind the neck, which the neck hides from the front. */
export function nape(camera: Camera, body: Body, paint: Paint): string {
  const round = [...collar(body, -1).slice(0, 12).reverse(), ...collar(body, 1).slice(0, 12)];
  const perCm = camera.spot(body.neck).scale;
  const d = traceIn(
    camera,
    round.map((point) => point.at),
  );
  return stroked(d, paint.line, perCm * 3.6 + 5) + stroked(d, paint.light, perCm * 3.6);
}

function lapel(camera: Camera, points: SurfacePoint[], paint: Paint, body: Body): string {
  const perCm = camera.spot(body.chest).scale;
  return facing(camera, points)
    .map((run) => traceIn(camera, run))
    .map((d) => stroked(d, paint.line, perCm * 3.6 + 5) + stroked(d, paint.light, perCm * 3.6))
    .join('');
}

function waistband(camera: Camera, body: Body, paint: Paint, width: number): string {
  const perCm = camera.spot(body.waist).scale;
  const points = Array.from({ length: 49 }, (_, i) => surface(body, 0.3, i * 7.5, -0.4));
  return rejoined(facing(camera, points))
    .map((run) => traceIn(camera, run))
    .map((d) => band(d, paint, perCm * width))
    .join('');
}

const band = (d: string, paint: Paint, width: number) =>
  stroked(d, paint.line, width + 6, butt) + stroked(d, paint.light, width, butt);

/** The knot and its two ends, which hang away from the body; the bar shows the rank. */
export function knotOf(camera: Camera, body: Body, paint: Paint & { bar?: string }): string {
  const { at, normal } = surface(body, 0.3, 0, 2);
  if (dot(camera.towards(at), normal) < 0.05) return '';
  const perCm = camera.spot(at).scale;
  const down = unit(subtract(body.hips, body.waist));
  const ends = [1, -1].map((sign) => {
    const fall = unit(add(add(scale(down, 1), scale(body.hipsSide, sign * 0.6)), [0, -0.35, 0]));
    const middle = along(along(at, fall, 7), normal, 1.2);
    const tip = along(middle, unit(add(fall, [0, -0.35, 0])), 8);
    const bar = traceIn(camera, [mix(middle, tip, 0.45), mix(middle, tip, 0.8)]);
    return [
      band(traceIn(camera, [at, middle, tip]), paint, perCm * 3.4),
      sign === 1 ? stroked(bar, paint.bar ?? '#26242a', perCm * 3.4, butt) : '',
    ].join('');
  });
  const bow = [along(at, body.hipsSide, 2), along(at, body.hipsSide, -2)].map((p) => ({ at: p, r: 2.5 }));
  return [...ends, stroked(skin(camera, bow), paint.line, 6), filled(skin(camera, bow), paint.light)].join(
    '',
  );
}

import type { Body } from './body.ts';
import type { Camera } from './camera.ts';
import type { Cast } from './casts.ts';
import { type Ball, filled, hull, type Paint, stroked, trace } from './ink.ts';
import { ball, type Part, strung } from './part.ts';
import { add, along, cross, dot, scale, subtract, unit, type Vector } from './vectors.ts';

/** The part of a ball beyond a plane, as path data, such as hair; `level` is the distance in radii. */
function cap(camera: Camera, ball: Ball, normal: Vector, level: number): string {
  const to = camera.towards(ball.at);
  const right = unit(cross(camera.up, to));
  const up = cross(to, right);
  const n = { x: dot(normal, right), y: dot(normal, up), z: dot(normal, to) };
  const centre = camera.spot(ball.at);
  const r = ball.r * centre.scale;
  // Points are tested on a fine fan of rays; the cap is what lies above the plane.
  const spots: { x: number; y: number }[] = [];
  const inner: { x: number; y: number }[] = [];
  const sky = Math.atan2(n.y, n.x);
  for (let i = -60; i <= 60; i++) {
    const angle = sky + (i / 60) * Math.PI;
    const range = rayRange(n, angle, level);
    if (!range) continue;
    const on = (s: number) => ({
      x: centre.x + Math.cos(angle) * s * r,
      y: centre.y - Math.sin(angle) * s * r,
    });
    spots.push(on(range[1]));
    inner.push(on(range[0]));
  }
  if (spots.length < 3) return '';
  return `${trace([...spots, ...inner.reverse()])}Z`;
}

function rayRange(n: { x: number; y: number; z: number }, angle: number, level: number) {
  const slope = n.x * Math.cos(angle) + n.y * Math.sin(angle);
  const reach = Math.hypot(slope, n.z);
  if (reach <= Math.abs(level)) return level < 0 ? ([0, 1] as const) : null;
  const middle = Math.atan2(slope, n.z);
  const half = Math.acos(level / reach);
  const from = Math.max(middle - half, 0);
  const to = Math.min(middle + half, Math.PI / 2);
  return from < to ? ([Math.sin(from), Math.sin(to)] as const) : null;
}

/** Neck, head, and hair that stands off the head. */
export function headParts(name: (part: string) => string, body: Body, cast: Cast): Part[] {
  const { head, crown, look, neck } = body;
  const skull = ball(along(head, crown, 1.5), 10);
  const jaw = ball(along(along(head, crown, -5), look, 2.6), 6.8);
  const nose = ball(along(along(head, crown, -0.5), look, 9.4), 1.7);
  const throat = along(neck, unit(subtract(head, neck)), 5);
  return [
    {
      name: name('neck'),
      samples: strung(ball(neck, 6), ball(throat, 5.4), 3),
      after: [name('nape')],
      skins: [[ball(neck, 6), ball(throat, 5.4)]],
      paint: cast.skin,
      seams: [],
      details: () => '',
    },
    {
      name: name('head'),
      samples: [skull, jaw],
      after: cast.hair === 'curls' ? [name('neck'), name('hair')] : [name('neck')],
      skins: [
        [skull, jaw],
        [nose, ball(along(nose.at, look, -4), 3)],
      ],
      paint: cast.skin,
      seams: [],
      details: (camera) => face(camera, body, cast, skull),
    },
    ...hairParts(name, body, cast, skull),
  ];
}

const grown = (ball: Ball, by: number): Ball => ({ at: ball.at, r: ball.r + by });

function face(camera: Camera, body: Body, cast: Cast, skull: Ball): string {
  const { look, crown } = body;
  const left = cross(crown, look);
  const perCm = camera.spot(skull.at).scale;
  const pieces: string[] = [];
  if (cast.beard) {
    const jaw = { at: along(along(body.head, crown, -5), look, 2.6), r: 6.9 };
    const beard = cap(camera, jaw, unit(add(scale(look, 0.3), scale(crown, -1))), 0.22);
    pieces.push(filled(beard, cast.hairPaint.shade));
  }
  if (cast.hair !== 'bald') {
    const high = cast.hair === 'cropped' ? 0.12 : -0.02;
    const top = grown(skull, cast.hair === 'cropped' ? 0.3 : 1);
    const scalp = cap(camera, top, unit(add(scale(crown, 0.66), scale(look, -0.75))), high);
    pieces.push(stroked(scalp, cast.hairPaint.line, perCm * 0.7), filled(scalp, cast.hairPaint.light));
  }
  for (const sign of [1, -1]) {
    const ear = along(along(skull.at, left, sign * 9.6), crown, -3);
    if (dot(camera.towards(ear), scale(left, sign)) > 0.15) pieces.push(earAt(camera, ear, cast.skin));
    const eye = along(along(along(skull.at, look, 9), left, sign * 3.7), crown, -2.2);
    if (dot(camera.towards(eye), unit(subtract(eye, skull.at))) > 0.12)
      pieces.push(eyeAt(camera, eye, left, crown, cast.skin));
  }
  return pieces.join('');
}

function earAt(camera: Camera, at: Vector, paint: Paint): string {
  const { x, y, scale: perCm } = camera.spot(at);
  const d = hull([{ x, y, r: perCm * 1.9 }]);
  return stroked(d, paint.line, perCm * 0.7) + filled(d, paint.shade);
}

function eyeAt(camera: Camera, at: Vector, left: Vector, crown: Vector, paint: Paint): string {
  const { x, y, scale: perCm } = camera.spot(at);
  const brow = [-1.8, 0, 1.8].map((s) =>
    camera.spot(add(at, add(scale(left, s), scale(crown, 3 - s * s * 0.15)))),
  );
  return filled(hull([{ x, y, r: perCm * 0.85 }]), '#221d20') + stroked(trace(brow), paint.line, perCm * 0.8);
}

function hairParts(name: (part: string) => string, body: Body, cast: Cast, skull: Ball): Part[] {
  const { crown, look } = body;
  const back = unit(add(scale(look, -1), scale(crown, 0.35)));
  const knot = along(skull.at, back, 11.5);
  const fall = unit(add(add(scale(look, -0.5), scale(crown, -0.6)), [0, -0.9, 0]));
  const shapes: Partial<Record<Cast['hair'], Ball[]>> = {
    bun: [{ at: knot, r: 4.6 }],
    tail: [
      { at: along(knot, look, 2), r: 3.6 },
      { at: along(knot, fall, 8), r: 3.8 },
      { at: along(knot, fall, 17), r: 1.6 },
    ],
    curls: [
      [0, 9, 0],
      [-6, 6, 0],
      [-7, 0, 0],
      [-2, 6, 7],
      [-2, 6, -7],
      [-5, -1, 7],
      [-5, -1, -7],
      [1, 8.5, 4],
      [1, 8.5, -4],
    ].map(([ahead = 0, up = 0, aside = 0]) => ({
      at: along(along(along(skull.at, look, ahead), crown, up), cross(crown, look), aside),
      r: 4.4,
    })),
  };
  const balls = shapes[cast.hair];
  if (!balls) return [];
  return [
    {
      name: name('hair'),
      samples: balls,
      after: cast.hair === 'curls' ? [name('neck')] : [],
      skins: cast.hair === 'curls' ? balls.map((curl) => [curl, { at: skull.at, r: 6 }]) : [balls],
      paint: cast.hairPaint,
      seams: [],
      details: () => '',
    },
  ];
}

import type { Body } from './body.ts';
import type { Camera } from './camera.ts';
import type { Kit } from './casts.ts';
import { type Ball, type Paint, stroked, traceIn } from './ink.ts';
import { ball, type Part, strung } from './part.ts';
import { circle, hem } from './trim.ts';
import { across, along, cross, dot, mix, scale, subtract, unit, type Vector } from './vectors.ts';

const nothing = () => '';

/** The flat end of a sleeve or trouser leg. */
const rim = ({ at, r }: Ball, axis: Vector): Ball[] =>
  circle(unit(axis)).map((out) => ball(along(at, out, r - 0.4), 0.4));

const stretch = (from: Ball, to: Ball, share: number): Ball[] => [
  ball(from.at, from.r * 0.97),
  ball(mix(from.at, to.at, share), (from.r + (to.r - from.r) * share) * 0.97),
];

export function armParts(
  name: (part: string) => string,
  body: Body,
  i: 0 | 1,
  kit: Kit,
  bare: Paint,
): Part[] {
  const sideName = i === 0 ? 'left' : 'right';
  const top = kit.jacket ?? kit.guard!;
  const shoulder = ball(body.shoulder[i], 8.2);
  const elbow = ball(body.elbow[i], 6.3);
  const wrist = ball(body.wrist[i], 5.6);
  const inward = mix(body.chest, body.waist, 0.25);
  const armband = ball(mix(elbow.at, wrist.at, 0.5), 6);
  const palm = [ball(mix(body.wrist[i], body.knuckle[i], 0.2), 3.8), ball(body.knuckle[i], 4.8)];
  const thumb = along(mix(body.wrist[i], body.knuckle[i], 0.75), thumbSide(body, i), 4.2);
  return [
    {
      name: name(`${sideName}-upper-arm`),
      samples: strung(shoulder, elbow),
      after: [],
      skins: [[shoulder, elbow]],
      paint: top,
      seams: [
        { to: name('trunk'), skin: [ball(shoulder.at, 7.9), ball(mix(shoulder.at, inward, 0.75), 8.5)] },
        { to: name(`${sideName}-forearm`), skin: stretch(elbow, wrist, 0.3) },
      ],
      details: nothing,
    },
    {
      name: name(`${sideName}-forearm`),
      samples: strung(elbow, wrist),
      after: [name(`${sideName}-hand`)],
      skins: [[elbow, wrist]],
      paint: top,
      seams: [{ to: name(`${sideName}-upper-arm`), skin: stretch(elbow, shoulder, 0.3) }],
      details: (camera) =>
        hem(camera, wrist, subtract(wrist.at, elbow.at), top.line) +
        (kit.jacket ? '' : hem(camera, armband, subtract(wrist.at, elbow.at), kit.accent, 2.4)),
    },
    {
      name: name(`${sideName}-hand`),
      samples: palm,
      after: [],
      skins: [palm, [ball(mix(body.wrist[i], body.knuckle[i], 0.4), 2.4), ball(thumb, 2.1)]],
      paint: bare,
      seams: [],
      details: (camera) => fingers(camera, body, i, bare),
    },
  ];
}

const thumbSide = ({ shoulder, elbow, wrist }: Body, i: 0 | 1) =>
  across(subtract(shoulder[i], elbow[i]), unit(subtract(wrist[i], elbow[i])));

/** Three short lines that turn a mitten into a fist. */
function fingers(camera: Camera, body: Body, i: 0 | 1, paint: Paint): string {
  const hand = unit(subtract(body.knuckle[i], body.wrist[i]));
  const thumb = thumbSide(body, i);
  const width = cross(hand, thumb);
  return [-1, 0.2, 1.4]
    .map((k) => {
      const root = along(along(body.knuckle[i], thumb, k * 1.9), hand, 1.4);
      const lines = [-1, 1].map((face) => ({
        at: along(root, width, face * 3.6),
        normal: scale(width, face),
      }));
      return lines
        .filter(({ at, normal }) => dot(camera.towards(at), normal) > 0.3)
        .map(({ at }) => stroked(traceIn(camera, [at, along(at, hand, 2.2)]), paint.line, 1.6))
        .join('');
    })
    .join('');
}

export function legParts(
  name: (part: string) => string,
  body: Body,
  i: 0 | 1,
  kit: Kit,
  bare: Paint,
): Part[] {
  const sideName = i === 0 ? 'left' : 'right';
  const hip = ball(body.hip[i], 10.8);
  const knee = ball(body.knee[i], 7.8);
  const ankle = ball(body.ankle[i], kit.jacket ? 6.6 : 4.6);
  const lower = kit.jacket ? kit.trousers : bare;
  const shorts = kit.jacket ? 0.24 : 0.72;
  const edge = ball(mix(hip.at, knee.at, shorts), hip.r + (knee.r - hip.r) * shorts + 1.4);
  const over = {
    skin: [ball(hip.at, hip.r + 0.6), ...rim(edge, subtract(knee.at, hip.at))],
    paint: kit.jacket ?? kit.trousers,
  };
  const foot = [
    ball(body.heel[i], 3.9),
    ball(mix(body.heel[i], body.toe[i], 0.6), 4.2),
    ball(body.toe[i], 3),
  ];
  return [
    {
      name: name(`${sideName}-thigh`),
      samples: strung(hip, knee, 8),
      after: [],
      skins: [[hip, knee]],
      over,
      paint: lower,
      seams: [
        { to: name('trunk'), skin: [ball(hip.at, 10.4), ball(mix(hip.at, body.waist, 0.55), 10.2)] },
        { to: name(`${sideName}-shin`), skin: stretch(knee, ankle, 0.25) },
      ],
      details: (camera) => hem(camera, edge, subtract(knee.at, hip.at), over.paint.line),
    },
    {
      name: name(`${sideName}-shin`),
      samples: strung(knee, ankle, 8),
      after: [name(`${sideName}-foot`)],
      skins: [[knee, ball(mix(knee.at, ankle.at, 0.35), kit.jacket ? 7.6 : 6.6), ankle]],
      paint: lower,
      seams: [{ to: name(`${sideName}-thigh`), skin: stretch(knee, hip, kit.jacket ? 0.25 : 0.08) }],
      details: (camera) => (kit.jacket ? hem(camera, ankle, subtract(ankle.at, knee.at), lower.line) : ''),
    },
    {
      name: name(`${sideName}-foot`),
      samples: foot,
      after: [],
      skins: [foot],
      paint: bare,
      seams: [],
      details: nothing,
    },
  ];
}

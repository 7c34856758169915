import { type Body, pairOf } from './body.ts';
import { beltPaints, type Cast, type Kit } from './casts.ts';
import { headParts } from './head.ts';
import { type Paint, skin } from './ink.ts';
import { armParts, legParts } from './limbs.ts';
import { ball, type Part } from './part.ts';
import { knotOf, nape, trunkTrim } from './trim.ts';
import { along, mix } from './vectors.ts';

export interface Wardrobe {
  cast: Cast;
  kit: Kit;
  belt: string;
}

/** Every part of one dressed person, in no order. */
export function figureParts(id: string, body: Body, { cast, kit, belt }: Wardrobe): Part[] {
  const name = (part: string) => `${id}.${part}`;
  return [
    trunkPart(id, body, { cast, kit, belt }),
    ...[0, 1].flatMap((i) => [
      ...armParts(name, body, i as 0 | 1, kit, cast.skin),
      ...legParts(name, body, i as 0 | 1, kit, cast.skin),
    ]),
    ...(kit.jacket ? giParts(name, body, kit.jacket, beltPaints[belt]!) : []),
    ...headParts(name, body, cast),
  ];
}

function trunkPart(id: string, body: Body, { cast, kit, belt }: Wardrobe): Part {
  const { shoulder, hip, waist, chest, neck, side, hipsSide, front } = body;
  const shoulders = pairOf((_, i) => ball(shoulder[i], 8.2));
  const sides = pairOf((sign) => ball(along(waist, side, sign * 5.5), 10.6));
  const hips = pairOf((sign, i) => ball(along(hip[i], hipsSide, sign * 0.5), 11));
  const ribs = pairOf((sign) =>
    ball(along(along(mix(waist, chest, 0.55), side, sign * 6.5), front, 0.5), 11.5),
  );
  const grid = [0, 0.33, 0.67, 1].flatMap((t) => [
    ball(mix(shoulders[0].at, shoulders[1].at, t), 9),
    ball(mix(ribs[0].at, ribs[1].at, t), 11.5),
    ball(mix(sides[0].at, sides[1].at, t), 10.6),
    ball(mix(hips[0].at, hips[1].at, t), 11),
  ]);
  const skins = [
    [...shoulders, ...ribs, ball(neck, 6)],
    [...ribs, ...sides],
    [...sides, ...hips],
  ];
  return {
    name: `${id}.trunk`,
    samples: grid,
    after: [`${id}.neck`],
    skins,
    paint: kit.jacket ?? kit.guard!,
    seams: [],
    details: (camera) => {
      const shape = skins.map((balls) => skin(camera, balls, 3)).join('');
      const trim = trunkTrim(camera, body, { cast, kit, belt: beltPaints[belt]! });
      return `<clipPath id="${id}-trunk"><path d="${shape}"/></clipPath><g clip-path="url(#${id}-trunk)">${trim}</g>`;
    },
  };
}

function giParts(name: (part: string) => string, body: Body, jacket: Paint, belt: Paint): Part[] {
  const tied = along(body.waist, body.hipsFront, 12);
  return [
    {
      name: name('nape'),
      samples: [ball(body.neck, 5)],
      after: [],
      skins: [],
      paint: jacket,
      seams: [],
      details: (camera) => nape(camera, body, jacket),
    },
    {
      name: name('knot'),
      samples: [ball(tied, 3), ball(mix(tied, along(body.hips, body.hipsFront, 12), 0.6), 3)],
      after: [name('trunk'), name('left-thigh'), name('right-thigh')],
      skins: [],
      paint: belt,
      seams: [],
      details: (camera) => knotOf(camera, body, belt),
    },
  ];
}

import type { Camera } from './camera.ts';
import { type Ball, discOf, filled, litSkin, type Paint, skin, stroked } from './ink.ts';
import { paintersOrder } from './order.ts';
import type { Part } from './part.ts';
import { mix } from './vectors.ts';

const outline = 3.2;

export function paintPeople(camera: Camera, parts: Part[]): string {
  const byName = new Map(parts.map((part) => [part.name, part]));
  const done: Part[] = [];
  const silhouette = parts.flatMap((part) => skinsOf(part).map((balls) => skin(camera, balls))).join('');
  const painted = paintersOrder(camera, parts).map((part) => {
    const seams = part.seams.filter((seam) => {
      const since = done.findIndex((other) => other.name === seam.to);
      return since >= 0 && !done.slice(since + 1).some((other) => covers(camera, other, seam.skin));
    });
    done.push(part);
    return [
      castShade(camera, part),
      ...skinsOf(part).map((balls) => stroked(skin(camera, balls), part.paint.line, outline * 2)),
      ...seams.map((seam, i) => mended(camera, seam.skin, byName.get(seam.to)!, `m-${part.name}-${i}`)),
      clothed(camera, part.skins, part.paint),
      part.over ? clothed(camera, [part.over.skin], part.over.paint) : '',
      ...seams.map((seam, i) =>
        blended(camera, seam.skin, byName.get(seam.to)!, part, `b-${part.name}-${i}`),
      ),
      part.details(camera),
    ].join('');
  });
  return `<clipPath id="people"><path d="${silhouette}"/></clipPath>${painted.join('')}`;
}

const skinsOf = (part: Part) => (part.over ? [...part.skins, part.over.skin] : part.skins);

/** A soft shadow on the parts behind, so that limbs before limbs stay readable. */
const castShade = (camera: Camera, part: Part) =>
  `<g clip-path="url(#people)" opacity="0.13">${part.skins
    .map((balls) => stroked(skin(camera, balls), '#1c1520', 26))
    .join('')}</g>`;

/** Paints a stretch of a neighbour again, with its details, over the outline of this part. */
const mended = (camera: Camera, balls: Ball[], neighbour: Part, id: string) =>
  clothed(camera, [balls], neighbour.paint) + detailsWithin(camera, neighbour, skin(camera, balls), id);

/** Where both sides of a joint have the same cloth, the light continues across the joint. */
function blended(camera: Camera, balls: Ball[], neighbour: Part, part: Part, id: string): string {
  if (neighbour.paint !== part.paint && neighbour.paint !== part.over?.paint) return '';
  const light = litSkin(camera, [balls[0]!, mixed(balls[0]!, balls[1]!)], 0.9);
  return filled(light, neighbour.paint.light) + detailsWithin(camera, neighbour, light, id);
}

function detailsWithin(camera: Camera, part: Part, d: string, id: string): string {
  const details = part.details(camera);
  if (!details) return '';
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${details}</g>`;
}

/** Whether a part painted in between lies over a joint: mending the joint would paint over that part. */
function covers(camera: Camera, part: Part, joint: Ball[]): boolean {
  const places = [...joint, mixed(joint[0]!, joint[1]!)].map((ball) => discOf(camera, ball));
  return part.samples
    .map((ball) => discOf(camera, ball))
    .some((a) => places.some((b) => Math.hypot(a.x - b.x, a.y - b.y) < a.r + b.r * 0.5));
}

const mixed = (a: Ball, b: Ball): Ball => ({ at: mix(a.at, b.at, 0.5), r: (a.r + b.r) / 2 });

const clothed = (camera: Camera, skins: Ball[][], paint: Paint) =>
  [
    ...skins.map((balls) => filled(skin(camera, balls), paint.shade)),
    ...skins.map((balls) => filled(litSkin(camera, balls), paint.light)),
  ].join('');

export function groundShadow(camera: Camera, parts: Part[]): string {
  const blots = parts.flatMap((part) =>
    part.skins.map((balls) =>
      skin(
        camera,
        balls.flatMap(({ at, r }) => flat(at, r)),
      ),
    ),
  );
  return `<g opacity="0.2" filter="url(#soft)" fill="#2b2130">${blots.map((d) => `<path d="${d}"/>`).join('')}</g>`;
}

/** A ball's shadow as four small balls on the floor: a disc seen from the side is an ellipse. */
function flat([x, y, z]: readonly [number, number, number], r: number): Ball[] {
  const middle = [x + y * 0.25, 0, z + y * 0.12] as const;
  return [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ].map(([dx, dz]) => ({ at: [middle[0] + dx! * r * 0.8, 0, middle[2] + dz! * r * 0.8], r: 1.5 }));
}

import { beltPaints, kits } from '../drawing/casts.ts';
import { filled, hull, type Paint, stroked } from '../drawing/ink.ts';
import { rooms } from '../drawing/room.ts';
import { centre, ears, features, headOutline, outline, volume } from './face.ts';
import { hairBefore, hairBehind } from './hair.ts';
import type { Sitter } from './sitter.ts';
import { portraits } from './sitters.ts';

/** Draws the portrait of a demo person as a square SVG image. @throws Error for a person without one */
export function drawPortrait(person: string): string {
  const sitter = portraits[person];
  if (!sitter) throw new Error(`No portrait of ${person}`);
  const head = `<g transform="rotate(${sitter.tilt} ${centre.x} 460)">`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="66 42 508 508">',
    wall(sitter),
    `${head}${hairBehind(sitter)}</g>`,
    body(sitter),
    `${head}${ears(sitter)}${volume(headOutline(sitter), sitter.skin, 'head', 11)}${features(sitter)}${hairBefore(sitter)}</g>`,
    '</svg>',
  ].join('');
}

/** The belt along the wall has the colour of the person's own. */
function wall({ room, belt }: Sitter): string {
  const { mat, glow } = rooms[room];
  const paint: Paint & { bar?: string } = beltPaints[belt]!;
  return [
    filled('M0 0H640V640H0Z', mat),
    `<circle cx="320" cy="270" r="262" fill="${glow}"/>`,
    stroked('M-20 452H660', paint.line, 62),
    stroked('M-20 452H660', paint.light, 50),
    filled('M512 427H596V477H512Z', paint.bar ?? '#26242a'),
  ].join('');
}

function body({ skin, kit, jaw }: Sitter): string {
  const { jacket, guard, accent }: { jacket?: Paint; guard?: Paint; accent: string } = kits[kit];
  const cloth = jacket ?? guard!;
  const wide = 62 + 12 * jaw;
  const neck = hull([
    { x: 320, y: 360, r: wide },
    { x: 320, y: 470, r: wide + 4 },
  ]);
  const shoulders = hull([
    { x: 160, y: 620, r: 96 },
    { x: 480, y: 620, r: 96 },
    { x: 320, y: 530, r: 104 },
  ]);
  const shade = filled(
    `M${320 - wide} 400Q320 480 ${320 + wide} 400V420Q320 510 ${320 - wide} 420Z`,
    skin.line,
    ' opacity="0.22"',
  );
  const trunk = volume(shoulders, cloth, 'trunk', 16);
  return jacket
    ? trunk +
        volume(`M${320 - wide} 430V500L320 620L${320 + wide} 500V430Z`, skin, 'chest', 8) +
        volume(neck, skin, 'neck', 10) +
        shade +
        lapels(jacket, wide)
    : trunk + volume(neck, skin, 'neck', 10) + shade + round(cloth, accent, wide);
}

/** The collar, its left side over its right. */
function lapels(paint: Paint, wide: number): string {
  const under = `M${320 + wide + 8} 446Q${320 + wide} 540 250 660`;
  const over = `M${320 - wide - 8} 446Q${320 - wide} 540 400 660`;
  return [under, over]
    .map(
      (d) =>
        stroked(d, paint.line, 50 + outline) +
        stroked(d, paint.shade, 50) +
        stroked(d, paint.light, 50, ' transform="translate(-6 -5)" stroke-linecap="round"'),
    )
    .join('');
}

function round(paint: Paint, accent: string, wide: number): string {
  const collar = `M${320 - wide - 8} 470Q320 570 ${320 + wide + 8} 470`;
  const seams = 'M92 560Q170 560 214 660M548 560Q470 560 426 660';
  return (
    stroked(seams, accent, 16) +
    stroked(collar, paint.line, 34 + outline) +
    stroked(collar, paint.shade, 34) +
    stroked(collar, paint.light, 24)
  );
}

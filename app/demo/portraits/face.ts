import { filled, hull, type Paint, stroked } from '../drawing/ink.ts';
import type { Sitter } from './sitter.ts';

/** The middle of every portrait's head; the picture is a square of 640. */
export const centre = { x: 320, y: 268 } as const;
export const outline = 13;

/** A shape with the engine's outline and light: shade everywhere, light moved up and to the left. */
export function volume(d: string, paint: Paint, id: string, by = 13): string {
  return [
    stroked(d, paint.line, outline),
    `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">`,
    filled(d, paint.shade),
    filled(d, paint.light, ` transform="translate(${-by} ${-by})"`),
    '</g>',
  ].join('');
}

export const disc = (x: number, y: number, r: number) => hull([{ x, y, r }]);

export const headOutline = ({ head, jaw, chin }: Sitter) =>
  hull([
    { x: centre.x - 14 * head, y: centre.y - 14, r: 112 * head },
    { x: centre.x + 14 * head, y: centre.y - 14, r: 112 * head },
    { x: centre.x, y: centre.y + 66 + chin, r: 76 * jaw },
  ]);

export function ears({ skin, head, earrings }: Sitter): string {
  return [-1, 1]
    .map((side) => {
      const x = centre.x + side * 126 * head;
      return [
        volume(
          hull([disc2(x, centre.y + 4, 22), disc2(x - side * 4, centre.y + 34, 15)]),
          skin,
          `ear${side}`,
          5,
        ),
        earrings ? filled(disc(x, centre.y + 58, 9), '#e0a63a') : '',
      ].join('');
    })
    .join('');
}

const disc2 = (x: number, y: number, r: number) => ({ x, y, r });

export function features(sitter: Sitter): string {
  return [
    sitter.age > 0 ? lines(sitter) : '',
    cheeks(sitter),
    sitter.freckles ? freckles(sitter) : '',
    nose(sitter),
    beard(sitter),
    mouth(sitter),
    eyes(sitter),
    sitter.glasses ? glasses(sitter.glasses) : '',
  ].join('');
}

const eyeY = centre.y + 14;
const mouthY = centre.y + 92;
const apart = 49;

function eyes({ brow, hairPaint, lashes }: Sitter): string {
  return [-1, 1]
    .map((side) => {
      const x = centre.x + side * apart;
      const lift = 34 + brow * 3;
      const arch = `M${x - 26} ${eyeY - lift + (side < 0 ? 6 : 0)}Q${x} ${eyeY - lift - 13} ${x + 26} ${eyeY - lift + (side < 0 ? 0 : 6)}`;
      const lash = `M${x + side * 8} ${eyeY - 13}Q${x + side * 20} ${eyeY - 12} ${x + side * 27} ${eyeY - 21}`;
      return [
        stroked(arch, hairPaint.line, 11 * brow),
        filled(`M${x - 12} ${eyeY}A12 15 0 1 1 ${x + 12} ${eyeY}A12 15 0 1 1 ${x - 12} ${eyeY}Z`, '#221d20'),
        filled(disc(x - 4, eyeY - 6, 4), '#fbf5ea'),
        lashes ? stroked(lash, '#221d20', 6) : '',
      ].join('');
    })
    .join('');
}

function nose({ nose: kind, skin }: Sitter): string {
  const { x, y } = centre;
  const shapes = {
    small: `M${x - 5} ${y + 26}Q${x + 24} ${y + 50} ${x - 9} ${y + 52}`,
    broad: `M${x - 27} ${y + 44}Q${x - 24} ${y + 60} ${x - 8} ${y + 55}Q${x} ${y + 61} ${x + 8} ${y + 55}Q${x + 24} ${y + 60} ${x + 27} ${y + 44}`,
    long: `M${x + 2} ${y + 10}Q${x + 28} ${y + 52} ${x + 18} ${y + 58}Q${x + 4} ${y + 64} ${x - 12} ${y + 56}`,
    bent: `M${x - 4} ${y + 2}L${x + 8} ${y + 20}L${x + 22} ${y + 50}Q${x + 8} ${y + 62} ${x - 14} ${y + 54}`,
  };
  return stroked(shapes[kind], skin.line, 8);
}

function mouth({ mouth: kind, skin, lashes, beard }: Sitter): string {
  const { x } = centre;
  const y = mouthY + (beard === 'full' ? 2 : 0);
  const colour = lashes ? '#a8433c' : skin.line;
  switch (kind) {
    case 'grin': {
      const d = `M${x - 40} ${y - 8}Q${x} ${y + 4} ${x + 40} ${y - 8}Q${x + 30} ${y + 34} ${x} ${y + 34}Q${x - 30} ${y + 34} ${x - 40} ${y - 8}Z`;
      return filled(d, '#fffdf9') + stroked(d, colour, 8);
    }
    case 'smile':
      return stroked(`M${x - 36} ${y - 4}Q${x} ${y + 32} ${x + 36} ${y - 4}`, colour, 9);
    case 'half':
      return stroked(`M${x - 30} ${y + 9}Q${x + 8} ${y + 18} ${x + 34} ${y - 7}`, colour, 9);
    default:
      return stroked(`M${x - 28} ${y + 5}Q${x} ${y + 14} ${x + 28} ${y + 5}`, colour, 9);
  }
}

const cheeks = ({ skin }: Sitter) =>
  [-1, 1]
    .map((side) => filled(disc(centre.x + side * 74, centre.y + 56, 24), '#d2553a', ' opacity="0.13"'))
    .join('') + stroked(`M${centre.x - 14} ${centre.y + 122}H${centre.x + 14}`, skin.shade, 7);

const freckles = ({ skin }: Sitter) =>
  [-76, -60, -47, -66, 76, 60, 47, 66]
    .map((dx, i) =>
      filled(disc(centre.x + dx, centre.y + (i % 4 === 3 ? 62 : 44 + (i % 2) * 7), 4.4), skin.shade),
    )
    .join('');

function lines({ skin, age }: Sitter): string {
  const { x, y } = centre;
  const crow = [-1, 1].flatMap((side) => [
    `M${x + side * 88} ${y + 10}L${x + side * 103} ${y + 3}`,
    `M${x + side * 88} ${y + 20}L${x + side * 104} ${y + 22}`,
  ]);
  const folds = [-1, 1].map(
    (side) => `M${x + side * 40} ${y + 60}Q${x + side * 58} ${y + 78} ${x + side * 54} ${y + 98}`,
  );
  const forehead = [
    `M${x - 46} ${y - 68}Q${x} ${y - 78} ${x + 46} ${y - 68}`,
    `M${x - 34} ${y - 86}Q${x} ${y - 94} ${x + 34} ${y - 86}`,
  ];
  return [...crow, ...folds, ...(age > 1 ? forehead : [])].map((d) => stroked(d, skin.shade, 7)).join('');
}

function beard({ beard: kind, hairPaint, head, jaw, chin }: Sitter): string {
  if (!kind) return '';
  const { x, y } = centre;
  const w = 118 * head;
  const low = y + 66 + chin + 76 * jaw + 4;
  const lip = `M${x - 46} ${y + 96}Q${x - 30} ${y + 64} ${x} ${y + 72}Q${x + 30} ${y + 64} ${x + 46} ${y + 96}Q${x + 18} ${y + 80} ${x} ${y + 82}Q${x - 18} ${y + 80} ${x - 46} ${y + 96}Z`;
  const round = `M${x - w} ${y + 8}Q${x - w * 0.86} ${y + 56} ${x - 54} ${y + 74}Q${x - 28} ${y + 58} ${x} ${y + 66}Q${x + 28} ${y + 58} ${x + 54} ${y + 74}Q${x + w * 0.86} ${y + 56} ${x + w} ${y + 8}Q${x + w * 0.98} ${y + 84} ${x + 62 * jaw} ${low - 26}Q${x} ${low + 20} ${x - 62 * jaw} ${low - 26}Q${x - w * 0.98} ${y + 84} ${x - w} ${y + 8}Z`;
  const chinTuft = `M${x - 40} ${y + 118}Q${x} ${y + 104} ${x + 40} ${y + 118}Q${x + 46} ${low - 8} ${x} ${low + 6}Q${x - 46} ${low - 8} ${x - 40} ${y + 118}Z`;
  switch (kind) {
    case 'full':
      return volume(round, hairPaint, 'beard', 9);
    case 'stubble':
      return filled(round, hairPaint.shade, ' opacity="0.3"');
    case 'moustache':
      return volume(lip, hairPaint, 'lip', 4);
    default:
      return volume(lip, hairPaint, 'lip', 4) + volume(chinTuft, hairPaint, 'tuft', 6);
  }
}

function glasses(kind: 'round' | 'square'): string {
  const { x } = centre;
  const lens = (side: number) => {
    const at = x + side * apart;
    return kind === 'round'
      ? disc(at, eyeY, 37)
      : `M${at - 39} ${eyeY - 28}H${at + 39}V${eyeY + 16}Q${at + 34} ${eyeY + 32} ${at} ${eyeY + 32}Q${at - 34} ${eyeY + 32} ${at - 39} ${eyeY + 16}Z`;
  };
  const arms = `M${x - 12} ${eyeY - 2}Q${x} ${eyeY - 10} ${x + 12} ${eyeY - 2}M${x - apart - 37} ${eyeY - 4}L${x - 124} ${eyeY - 12}M${x + apart + 37} ${eyeY - 4}L${x + 124} ${eyeY - 12}`;
  return (
    [-1, 1]
      .map((side) => filled(lens(side), '#ffffff', ' opacity="0.22"') + stroked(lens(side), '#2e2d32', 8))
      .join('') + stroked(arms, '#2e2d32', 8)
  );
}

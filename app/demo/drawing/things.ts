import { beltPaints, type Kit } from './casts.ts';
import { filled, type Paint, stroked } from './ink.ts';

export interface ThingLook {
  kit: Kit;
  belt: string;
  skin: Paint;
}

/** A thing to draw, and the height of the camera: higher for things that lie on the floor. */
export interface Thing {
  eye: number;
  draw: (look: ThingLook) => string;
}

const line = 6;

export function shape(paint: Paint, d: string, shades: string[] = [], id = ''): string {
  const shading = shades.map((shade) => filled(shade, paint.shade)).join('');
  const clip = id && shading ? `<clipPath id="${id}"><path d="${d}"/></clipPath>` : '';
  return [
    filled(d, paint.light),
    clip ? `${clip}<g clip-path="url(#${id})">${shading}</g>` : shading,
    stroked(d, paint.line, line),
  ].join('');
}

export const stroke = (paint: Paint, d: string, width = line) => stroked(d, paint.line, width);

export const shadow = (x: number, y: number, rx: number, ry: number) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#2b2130" opacity="0.2" filter="url(#soft)"/>`;

export function beltAlong(d: string, colour: string, width = 34): string {
  const paint = beltPaints[colour]!;
  const flat = ' stroke-linecap="butt"';
  return [
    stroked(d, paint.line, width + 10, flat),
    stroked(d, paint.light, width, flat),
    stroked(d, paint.shade, width * 0.36, flat),
    stroked(d, paint.light, width * 0.24, flat),
  ].join('');
}

export const beltBar = (d: string, colour: string, width = 34) =>
  stroked(d, beltPaints[colour]!.bar ?? '#26242a', width, ' stroke-linecap="butt"');

export const wood: Paint = { light: '#c99b62', shade: '#b0834c', line: '#543818' };
export const steel: Paint = { light: '#b4bec2', shade: '#929fa5', line: '#39434a' };
export const ember: Paint = { light: '#d9622b', shade: '#b8511f', line: '#4f1f0a' };
export const leaf: Paint = { light: '#4f8a7c', shade: '#3d7164', line: '#17332c' };
export const cream: Paint = { light: '#fbf5e8', shade: '#e4dac6', line: '#4d4334' };
export const night: Paint = { light: '#3b3d49', shade: '#2d2f39', line: '#14151b' };

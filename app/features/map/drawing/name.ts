import { pitches } from './camera.ts';
import type { Theme } from './figure.ts';
import { largestScale, smallestScale } from './placement.ts';

/** What a drawing shows and how: all that its name says. */
export interface Asked {
  of: 'position' | 'transition';
  id: number;
  /** The number of the frame of a still; null for a movement. */
  frame: number | null;
  theme: Theme;
  /** The player who is drawn filled, in the order of the frames. */
  filled: 0 | 1;
  isMirrored: boolean;
  isReversed: boolean;
  yaw: number;
  pitch: number;
  zoom: number | null;
}

const form =
  /^([pt])([1-9]\d{0,9})-(m|s(?:0|[1-9]\d?))-([ld])([ab])([nm])([fr])-(0|[1-9]\d{0,2})-(\d\d)-(0|\d\d)$/;

/** The name of a drawing before its hash, such as `t34-m-lanf-105-34-0`. */
export function nameOf({ of, id, frame, theme, filled, isMirrored, isReversed, ...rest }: Asked): string {
  const picture = frame === null ? 'm' : `s${frame}`;
  const marks = [theme[0], filled === 0 ? 'a' : 'b', isMirrored ? 'm' : 'n', isReversed ? 'r' : 'f'].join('');
  return [`${of[0]}${id}`, picture, marks, rest.yaw, rest.pitch, rest.zoom ?? 0].join('-');
}

/** Reads such a name; null for all that no page of the site writes. */
export function readName(name: string): Asked | null {
  const [, of, id, picture = '', theme, filled, mirrored, reversed, yaw, pitch, zoom] = form.exec(name) ?? [];
  if (!of) return null;
  const asked: Asked = {
    of: of === 'p' ? 'position' : 'transition',
    id: Number(id),
    frame: picture === 'm' ? null : Number(picture.slice(1)),
    theme: theme === 'l' ? 'light' : 'dark',
    filled: filled === 'a' ? 0 : 1,
    isMirrored: mirrored === 'm',
    isReversed: reversed === 'r',
    yaw: Number(yaw),
    pitch: Number(pitch),
    zoom: Number(zoom) || null,
  };
  return isDrawn(asked) ? asked : null;
}

/** Bounds the number of drawings. Stills have no direction, and a position has a single still. */
function isDrawn({ of, id, frame, isReversed, yaw, pitch, zoom }: Asked): boolean {
  if (id > 2_147_483_647 || yaw >= 360 || !pitches.includes(pitch)) return false;
  if (zoom !== null && (zoom < smallestScale || zoom > largestScale)) return false;
  if (of === 'position') return frame === 0 && !isReversed;
  return frame === null || !isReversed;
}

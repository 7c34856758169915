import type { Paint } from './ink.ts';

export type Hair = 'short' | 'bald' | 'bun' | 'tail' | 'curls' | 'cropped';

export interface Cast {
  skin: Paint;
  hair: Hair;
  hairPaint: Paint;
  beard?: boolean;
  belt: string;
}

const skins = {
  fair: { light: '#f2c9a8', shade: '#dda985', line: '#6b4130' },
  olive: { light: '#dcab80', shade: '#c18d61', line: '#5a3824' },
  tan: { light: '#c98f62', shade: '#ab7249', line: '#4a2c1c' },
  brown: { light: '#95613f', shade: '#784a2d', line: '#352016' },
  deep: { light: '#6d452f', shade: '#553322', line: '#24150d' },
} as const satisfies Record<string, Paint>;

const hairs = {
  ink: { light: '#34302f', shade: '#252221', line: '#141212' },
  chestnut: { light: '#6b452d', shade: '#52331f', line: '#2c1a0f' },
  blond: { light: '#d8b26a', shade: '#bb924c', line: '#6a4f22' },
  red: { light: '#b5623a', shade: '#954a28', line: '#522512' },
  silver: { light: '#d3d1cb', shade: '#b3b0aa', line: '#5f5c57' },
} as const satisfies Record<string, Paint>;

/** The teachers, by the word that names them in a scene. */
export const teachers: Record<string, Cast> = {
  marina: { skin: skins.tan, hair: 'bun', hairPaint: hairs.ink, belt: 'black' },
  kenji: { skin: skins.fair, hair: 'cropped', hairPaint: hairs.silver, belt: 'black' },
  aino: { skin: skins.fair, hair: 'tail', hairPaint: hairs.blond, belt: 'blue' },
  tomasz: { skin: skins.fair, hair: 'short', hairPaint: hairs.red, beard: true, belt: 'black' },
  leila: { skin: skins.olive, hair: 'bun', hairPaint: hairs.chestnut, belt: 'purple' },
  diego: { skin: skins.tan, hair: 'short', hairPaint: hairs.ink, beard: true, belt: 'brown' },
  chloe: { skin: skins.fair, hair: 'tail', hairPaint: hairs.chestnut, belt: 'brown' },
  raimundo: { skin: skins.brown, hair: 'cropped', hairPaint: hairs.silver, beard: true, belt: 'coral' },
  ioana: { skin: skins.olive, hair: 'tail', hairPaint: hairs.ink, belt: 'brown' },
  sam: { skin: skins.deep, hair: 'cropped', hairPaint: hairs.ink, belt: 'blue' },
  anh: { skin: skins.olive, hair: 'short', hairPaint: hairs.ink, belt: 'white' },
  bia: { skin: skins.brown, hair: 'curls', hairPaint: hairs.ink, belt: 'black' },
};

/** Training partners, chosen by a hash of the look. */
export const partners: Cast[] = [
  { skin: skins.fair, hair: 'short', hairPaint: hairs.chestnut, belt: 'blue' },
  { skin: skins.deep, hair: 'bald', hairPaint: hairs.ink, belt: 'purple' },
  { skin: skins.olive, hair: 'tail', hairPaint: hairs.ink, belt: 'white' },
  { skin: skins.tan, hair: 'cropped', hairPaint: hairs.ink, belt: 'brown' },
  { skin: skins.brown, hair: 'curls', hairPaint: hairs.chestnut, belt: 'blue' },
  { skin: skins.fair, hair: 'bun', hairPaint: hairs.blond, belt: 'purple' },
  { skin: skins.olive, hair: 'bald', hairPaint: hairs.ink, beard: true, belt: 'blue' },
];

export const beltPaints: Record<string, Paint & { bar?: string }> = {
  white: { light: '#f4f0e6', shade: '#d8d2c4', line: '#4a453d' },
  blue: { light: '#2f6fc4', shade: '#2456a0', line: '#10284f' },
  purple: { light: '#7b4aa8', shade: '#5f3687', line: '#2b1640' },
  brown: { light: '#7d5233', shade: '#633e24', line: '#2e1b0d' },
  black: { light: '#2e2d32', shade: '#1f1e22', line: '#0d0c0f', bar: '#c8372d' },
  coral: { light: '#d9463c', shade: '#b9352d', line: '#5a1512', bar: '#f4f0e6' },
};

/** What one person wears; without `jacket` they wear rash guard and shorts. */
export interface Kit {
  jacket?: Paint;
  trousers: Paint;
  guard?: Paint;
  accent: string;
}

const gi = (light: string, shade: string, line: string, accent: string): Kit => ({
  jacket: { light, shade, line },
  trousers: { light, shade, line },
  accent,
});

const noGi = (guard: Paint, trousers: Paint, accent: string): Kit => ({ guard, trousers, accent });

export const kits = {
  white: gi('#fdfbf5', '#dcd8d2', '#45413f', '#e8e3da'),
  blue: gi('#3567b0', '#27508f', '#12233f', '#2c599d'),
  black: gi('#43434b', '#313138', '#141419', '#3a3a42'),
  ember: noGi(
    { light: '#dd6b33', shade: '#bb5423', line: '#4f1f0a' },
    { light: '#35353d', shade: '#26262d', line: '#101014' },
    '#f3ead9',
  ),
  slate: noGi(
    { light: '#4c6b7d', shade: '#395361', line: '#182831' },
    { light: '#2c3a45', shade: '#202b34', line: '#0d141a' },
    '#d8e2e4',
  ),
} as const satisfies Record<string, Kit>;

import { labelOf } from '../../../domain/content-terms.ts';

/** The choices of the profile (C3.18, C3.19). */

export const martialArts = [
  'bjj',
  'judo',
  'wrestling',
  'mma',
  'muay-thai',
  'kickboxing',
  'karate',
  'taekwondo',
  'boxing',
  'other',
] as const;
export type MartialArt = (typeof martialArts)[number];

export const martialArtNames: Record<MartialArt, string> = {
  bjj: 'Brazilian Jiu-Jitsu',
  judo: 'Judo',
  wrestling: 'Wrestling',
  mma: 'MMA',
  'muay-thai': 'Muay Thai',
  kickboxing: 'Kickboxing',
  karate: 'Karate',
  taekwondo: 'Taekwondo',
  boxing: 'Boxing',
  other: 'Other',
};

export const beltLevels = ['white', 'blue', 'purple', 'brown', 'black', 'coral', 'red', 'n/a'] as const;
export type BeltLevel = (typeof beltLevels)[number];

export const martialArtLabel = (art: string | null) =>
  art === null ? null : (martialArtNames[art as MartialArt] ?? labelOf(art));

export const beltLabel = (belt: string | null) =>
  belt === null ? null : belt === 'n/a' ? 'No belt' : `${labelOf(belt)} belt`;

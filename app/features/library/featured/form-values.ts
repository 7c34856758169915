import type { FeaturedTier, TierColor } from './featured-tiers.ts';

export type FormValues = Record<keyof Typed, string>;

interface Typed {
  title: string;
  creator: string;
  imageUrl: string | null;
  tier: FeaturedTier;
  tierColor: TierColor;
  likes: number;
  comments: number;
  displayOrder: number;
  locked: boolean;
  isActive: boolean;
  contentId: number | null;
}

/** The defaults of a new card's form (C3.22 to C3.24). */
export const emptyCard: Typed = {
  title: '',
  creator: '',
  imageUrl: null,
  tier: 'FREE',
  tierColor: 'bg-green-500',
  likes: 0,
  comments: 0,
  displayOrder: 0,
  locked: false,
  isActive: true,
  contentId: null,
};

export function formValues(card: Typed): FormValues {
  const names = Object.keys(emptyCard) as (keyof FormValues)[];
  return Object.fromEntries(names.map((name) => [name, String(card[name] ?? '')])) as FormValues;
}

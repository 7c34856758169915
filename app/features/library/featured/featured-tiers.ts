export const featuredTiers = ['FREE', 'PREMIUM', 'VIP'] as const;
export type FeaturedTier = (typeof featuredTiers)[number];

/** Style classes (utilities.css) and their names in the form (C2.40). */
export const tierColorNames = {
  'bg-green-500': 'Green (Free)',
  'bg-bjj-orange': 'Orange (Premium)',
  'bg-bjj-gold': 'Gold (VIP)',
} as const;
export type TierColor = keyof typeof tierColorNames;
export const tierColors = Object.keys(tierColorNames) as [TierColor, ...TierColor[]];

export const featuredLimits = {
  titleLength: 100,
  creatorLength: 100,
  imageUrlLength: 2_000,
  /** Of likes and comments. */
  count: 1_000_000_000,
  displayOrder: 1_000_000,
} as const;

/** Limits of an item (E9.5, E9.7, E9.8, E9.9). */
export const contentLimits = {
  titleLength: 100,
  descriptionLength: 500,
  tags: 20,
  tagLength: 40,
  steps: 20,
  stepLength: 300,
  files: 20,
  imageBytes: 10 * 1024 * 1024,
  videoBytes: 100 * 1024 * 1024,
  minPriceCents: 99,
  maxPriceCents: 50_000,
} as const;

/** The words and limits of an item, as both documents of the specification list them. */

export const tiers = ['free', 'premium', 'vip'] as const;
export type Tier = (typeof tiers)[number];

/** Discover and the single-image form offer the first four; all six can be stored (decisions 10). */
export const categories = [
  'training',
  'competition',
  'recovery',
  'equipment',
  'technique',
  'lifestyle',
] as const;
export type Category = (typeof categories)[number];
export const firstCategories = categories.slice(0, 4);

export const techniqueTypes = [
  'guard',
  'sweep',
  'submission',
  'takedown',
  'escape',
  'pass',
  'position',
  'defense',
  'counter',
  'combination',
] as const;
export type TechniqueType = (typeof techniqueTypes)[number];

export const difficultyLevels = ['beginner', 'intermediate', 'advanced', 'expert'] as const;
export type DifficultyLevel = (typeof difficultyLevels)[number];

export const suggestedBelts = ['white', 'blue', 'purple', 'brown', 'black'] as const;
export type SuggestedBelt = (typeof suggestedBelts)[number];

/** A `private` item was made on request for one member (decision 025). A published one is `suspended` while its creator is, and `withdrawn` once deleted or taken down. */
export const contentStates = ['draft', 'private', 'published', 'suspended', 'withdrawn'] as const;
export type ContentStatus = (typeof contentStates)[number];

export const contentTypes = ['image', 'video', 'mixed'] as const;
export type ContentType = (typeof contentTypes)[number];

/** Who may save the best files of an item, as its creator chose: plans that reach downloads and buyers, or less. */
export const downloadRights = ['members', 'buyers', 'nobody'] as const;
export type DownloadRight = (typeof downloadRights)[number];

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

/** First letter up, for a label made of a stored word. */
export const labelOf = (word: string) =>
  word === 'vip' ? 'VIP' : word.charAt(0).toUpperCase() + word.slice(1);

/** All six can be stored (C9.11); Discover and the single-image form offer the first four (C9.12). */
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

/** `private`: made on request (ADR-025). `suspended`: its creator is. `withdrawn`: deleted or taken down. */
export const contentStates = ['draft', 'private', 'published', 'suspended', 'withdrawn'] as const;
export type ContentStatus = (typeof contentStates)[number];

/** As a creator's own lists name it: a draft with a time of publication is scheduled. */
export const ownItemStates = [...contentStates, 'scheduled'] as const;
export type OwnItemState = (typeof ownItemStates)[number];

export const contentTypes = ['image', 'video', 'mixed'] as const;
export type ContentType = (typeof contentTypes)[number];

/** Who may save an item's best files, as its creator chose (ADR-030). */
export const downloadRights = ['members', 'buyers', 'nobody'] as const;
export type DownloadRight = (typeof downloadRights)[number];

export const labelOf = (word: string) =>
  word === 'vip' ? 'VIP' : word.charAt(0).toUpperCase() + word.slice(1);

/** A course is a list of a creator, divided into sections. */
export const kinds = ['list', 'course'] as const;
export type ListKind = (typeof kinds)[number];

export const visibilities = ['private', 'link', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

export const visibilityNames: Record<Visibility, string> = {
  private: 'Only you',
  link: 'Everyone with its link',
  public: 'Everyone',
};

export const listLimits = {
  lists: 200,
  entries: 500,
  followed: 200,
  sections: 50,
  titleLength: 100,
  descriptionLength: 2_000,
  noteLength: 1_000,
};

export const moves = ['up', 'down'] as const;
export type Move = (typeof moves)[number];

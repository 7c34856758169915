/** Languages of names; `ja-latn` is Japanese in Latin letters. */
export const nameLanguages = ['en', 'pt', 'ja', 'ja-latn'] as const;
export type NameLanguage = (typeof nameLanguages)[number];

export const termKinds = ['family', 'position', 'action', 'submission', 'grip'] as const;
export type TermKind = (typeof termKinds)[number];

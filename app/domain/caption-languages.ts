export const captionLanguages = [
  ...(['en', 'pt', 'es', 'fr', 'de', 'it', 'nl', 'pl', 'sv', 'fi'] as const),
  ...(['ru', 'uk', 'tr', 'ar', 'he', 'hi', 'ja', 'ko', 'zh'] as const),
] as const;

export type CaptionLanguage = (typeof captionLanguages)[number];

export const isCaptionLanguage = (text: unknown): text is CaptionLanguage =>
  captionLanguages.some((each) => each === text);

/** Made when first needed, because looking one up takes 40 µs. */
const names: Partial<Record<CaptionLanguage, string>> = {};

/** The language's own name, such as 'Deutsch'. */
export function nameOfLanguage(language: CaptionLanguage): string {
  names[language] ??= readName(language);
  return names[language];
}

function readName(language: CaptionLanguage): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

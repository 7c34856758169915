import { termTable } from '../names/term-table.ts';

/** English names that the browser may offer while one writes where one is. */
export const suggestedNames: readonly string[] = termTable
  .filter(({ kind }) => kind === 'family' || kind === 'position' || kind === 'submission')
  .flatMap(
    ({ names }) => names.find(({ language, isPreferred }) => language === 'en' && isPreferred)?.text ?? [],
  );

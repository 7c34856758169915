import { type Matches, noIndex, pageTags } from '../../../ui/page-tags.ts';
import type { Study } from './study.ts';

/** The head of a sheet. Its thing has a page of its own, which is the one to find. */
export const sheetTags = (matches: Matches, { title, path }: Study) => [
  ...pageTags(matches, { path, title: `${title}, to print`, description: `${title} on one page to print.` }),
  noIndex,
];

import { keyOfMany } from './page-keys.ts';

/** What a committed transaction changed of what visitors see. */
export interface LibraryChange {
  /** Pages with one of these keys may show something old. */
  keys: string[];
  /** Pages and files with one of these keys must not be shown again: what they show was taken away. */
  gone: string[];
  /** Only likes, ratings or followers moved. */
  isOfNumbers: boolean;
}

/** Reads what the triggers of the database say on the channel `library`: keys with spaces between them, after `!` what
 *  was taken away, after `~` what has other numbers. Without a key no visitor's page is concerned. */
export function readChange(payload: string): LibraryChange {
  const words = payload.split(' ').filter(Boolean);
  const pages = words.filter((word) => !word.startsWith('!')).map((word) => word.replace(/^~/, ''));
  const gone = words.filter((word) => word.startsWith('!')).map((word) => word.slice(1));
  if (words.length > 0) pages.push(keyOfMany);
  return { keys: pages, gone, isOfNumbers: words.length > 0 && words.every((word) => word.startsWith('~')) };
}

import { keyOfMany } from './page-keys.ts';

/** What a committed transaction changed of what visitors see. */
export interface LibraryChange {
  /** Pages with one of these keys may show something old. */
  keys: string[];
  /** Pages and files with one of these keys must not be shown again: what they show was taken away. */
  gone: string[];
}

/** Reads what the triggers of the database say on the channel `library`: keys with spaces between them, after `!` what
 *  was taken away. Without a key no visitor's page is concerned. */
export function readChange(payload: string): LibraryChange {
  const words = payload.split(' ').filter(Boolean);
  const keys = words.filter((word) => !word.startsWith('!'));
  const gone = words.filter((word) => word.startsWith('!')).map((word) => word.slice(1));
  if (words.length > 0) keys.push(keyOfMany);
  return { keys, gone };
}

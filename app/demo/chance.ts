/** A number from 0 to 1 that looks random and is always the same for these words. */
export function chance(...words: (string | number)[]): number {
  let hash = 2166136261;
  for (const letter of words.join(' ')) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822519);
  hash = Math.imul(hash ^ (hash >>> 13), 3266489917);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296;
}

/** Most are near 1, a few are many times that: how fame is spread. */
export function longTailed(spread: number, ...words: (string | number)[]): number {
  const bell = [1, 2, 3, 4].reduce((sum, n) => sum + chance(...words, n), 0) - 2;
  return Math.exp(spread * bell * 1.73);
}

/** How far apart two spellings are: letters changed, left out, added or swapped with their neighbour. */
export function spellingDistance(one: string, two: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, i) => [i, ...Array<number>(two.length).fill(0)]);
  table[0] = Array.from({ length: two.length + 1 }, (_, j) => j);
  const at = (i: number, j: number) => table[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= one.length; i += 1) {
    for (let j = 1; j <= two.length; j += 1) {
      const changed = at(i - 1, j - 1) + (one[i - 1] === two[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1];
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : changed;
      table[i]![j] = Math.min(changed, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1);
    }
  }
  return at(one.length, two.length);
}

/** Slips that a word of this length is forgiven: one in 'gaurd', two in 'quimura', three in 'jujigatamme'. */
export const forgiven = (word: string) => (word.length < 7 ? 1 : word.length < 10 ? 2 : 3);

/** The words nearest to what was asked, at most four; the word itself when it is among them. */
export function nearestOf(asked: string, words: Iterable<string>): string[] {
  const near = [...new Set(words)]
    .map((word) => ({ word, distance: spellingDistance(asked, word) }))
    .filter(({ distance }) => distance <= forgiven(asked))
    .sort((a, b) => a.distance - b.distance || a.word.localeCompare(b.word));
  return near
    .filter(({ distance }) => distance === near[0]?.distance)
    .slice(0, 4)
    .map(({ word }) => word);
}

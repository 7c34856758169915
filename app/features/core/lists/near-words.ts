/** Spelling distance: letters changed, left out, added or swapped with a neighbour. */
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

/** Mistakes allowed by word length: one in 'gaurd', two in 'quimura', three in 'jujigatamme'. */
export const forgiven = (word: string) => (word.length < 7 ? 1 : word.length < 10 ? 2 : 3);

/** The nearest words, at most four; only the word itself when it is known. */
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

/** Ways to split a joined word, longest parts first: 'xguard' into 'x' and 'guard', 'delariva' into three. */
export function cutsOf(word: string): string[][] {
  const inTwo = Array.from({ length: Math.max(0, word.length - 5) }, (_, at) => cut(word, at + 3));
  const shortFirst = [cut(word, 1), cut(word, 2)];
  const inThree = [2, 3, 4].flatMap((first) => [2, 3, 4].map((second) => cut(word, first, first + second)));
  return [
    ...inTwo,
    ...shortFirst.filter(([, rest = '']) => rest.length > 2 || word.length === 4),
    ...inThree.filter(([, , last = '']) => last.length > 2),
  ];
}

const cut = (word: string, ...places: number[]) =>
  [0, ...places].map((from, at) => word.slice(from, places[at] ?? word.length));

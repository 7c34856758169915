import { globSync, readFileSync } from 'node:fs';

/** A test that names statements: `test('[E5.3] [C8.2] a short password is refused', …)`. */
export interface Proof {
  file: string;
  title: string;
  ids: string[];
}

const title = /\b(test|it)((?:\.\w+)*)\s*\(\s*(['"`])((?:\[[EC]\d+\.\d+\]\s*)+)((?:\\.|(?!\3).)*)\3/gs;
const eachTitle = /\)\s*\(\s*(['"`])((?:\[[EC]\d+\.\d+\]\s*)+)((?:\\.|(?!\1).)*)\1/gs;
const anywhere = /\[([EC]\d+\.\d+)\]/g;

function idsIn(text: string): string[] {
  return [...text.matchAll(anywhere)].map(([, id]) => id as string);
}

/** What a table of tests fills in is left open. */
const readable = (words: string) => words.replace(/%[sdj]|\$\{[^}]*\}|\$\w+/g, '…');

/** Every test title that begins with statements' numbers; a skipped test proves nothing and is left out. */
export function proofs(): Proof[] {
  const files = globSync(['app/**/*.test.{ts,tsx}', 'tests/**/*.{test,spec}.{ts,tsx}']).sort();
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const plain = [...text.matchAll(title)]
      .filter(([, , modifiers = '']) => !/\.(skip|todo|fixme|fails)/.test(modifiers))
      .map(([, , , , marks = '', words = '']) => ({ file, title: readable(words), ids: idsIn(marks) }));
    const tables = [...text.matchAll(eachTitle)].map(([, , marks = '', words = '']) => ({
      file,
      title: readable(words),
      ids: idsIn(marks),
    }));
    return [...plain, ...tables];
  });
}

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../..');

/** One small fault that a developer could make, and the tests that must notice it. */
export interface Mutation {
  /** The file that is changed. */
  file: string;
  /** Occurs in the file exactly once. */
  find: string;
  /** What replaces it. */
  put: string;
  /** Test files of the project `rules`; one failing test is enough. */
  tests: string[];
}

/** The mutations of one file: what is found, what is put in its place, and the tests where they are not `tests`. */
export const mutationsOf = (
  file: string,
  tests: string[],
  changes: [find: string, put: string, tests?: string[]][],
): Mutation[] => changes.map(([find, put, own]) => ({ file, find, put, tests: own ?? tests }));

/** What is wrong with a line of the list; null when it fits the project. */
export function troubleOf({ file, find, put, tests }: Mutation): string | null {
  const times = textOf(file).split(find).length - 1;
  if (times !== 1) return `found ${times} times instead of once`;
  if (find === put) return 'changes nothing';
  const missing = tests.find((each) => textOf(each) === '');
  if (missing !== undefined) return `there is no ${missing}`;
  return tests.length === 0 ? 'names no test' : null;
}

function textOf(file: string): string {
  try {
    return readFileSync(join(project, file), 'utf8');
  } catch {
    return '';
  }
}

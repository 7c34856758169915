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

import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One import or re-export of another file of the project. */
export interface Import {
  /** The file that imports, from the project's folder on. */
  from: string;
  to: string;
  /** `import type`: it is gone when the program runs. `import { type A }` still loads the file. */
  isTypeOnly: boolean;
}

/** Every file below `app/` that is no test. */
export const appFiles = globSync('app/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));

const pattern =
  /^(?:import|export)\s*(?:([^'"\n]*?(?:\{[^}]*\}[^'"\n]*?)?)from\s+)?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

/** What a file imports of the project, in its order; also for its effects alone, or when it is needed. */
export const importsOf = (file: string): Import[] => importsIn(file, readFileSync(file, 'utf8'));

export const importsIn = (file: string, source: string): Import[] =>
  [...source.matchAll(pattern)].map(([, what = '', fixed, late = '']) => ({
    from: file,
    to: join(dirname(file), (fixed ?? late).split('?')[0] ?? ''),
    isTypeOnly: /^type\s+[\w{*]/.test(what),
  }));

import { readFileSync } from 'node:fs';
import { routeAddresses } from '../../support/site/route-addresses.ts';

/** A row of the route table with its whole address. */
export interface Row {
  pattern: string;
  file: string;
  isCall: boolean;
  /** Its module exports an action, so it takes forms or calls. */
  takesPost: boolean;
  /** It can be opened. */
  takesGet: boolean;
}

export const rows: Row[] = [
  ...routeAddresses,
  { path: '/*', file: 'features/site/pages/not-found.page.tsx' },
].map(({ path, file }) => {
  const source = readFileSync(`app/${file}`, 'utf8');
  const exports = (name: string) => new RegExp(`^export .*\\b${name}\\b`, 'm').test(source);
  return {
    pattern: path,
    file,
    isCall: path.startsWith('/api/'),
    takesPost: exports('action'),
    takesGet: exports('default') || exports('loader'),
  };
});

const parts = (pattern: string) => pattern.split('/').slice(1);
const shapes = rows
  .map(({ pattern }) => ({
    pattern,
    shape: new RegExp(`^${pattern.replaceAll(/:\w+/g, '([^/]+)').replace('*', '.*')}/?$`),
  }))
  // Words go before parameters, and all of them before what takes everything.
  .toSorted((a, b) => vagueness(a.pattern) - vagueness(b.pattern));

function vagueness(pattern: string) {
  return (pattern.includes('*') ? 100 : 0) + pattern.split(':').length;
}

/** The row that an address leads to. */
export const patternOf = (path: string) => shapes.find(({ shape }) => shape.test(path))?.pattern ?? '/*';

/** What the parameters of a pattern stand for, in order: by their own name, an `id` by the word before it. */
export const kindsIn = (pattern: string): string[] =>
  parts(pattern).flatMap((part, at, all) => {
    if (!part.startsWith(':')) return [];
    return [part === ':id' ? (all[at - 1] ?? '') : part.slice(1)];
  });

/** The parameters of an address, by what they stand for. */
export function valuesIn(path: string): [kind: string, value: string][] {
  const pattern = patternOf(path);
  const found =
    shapes
      .find((each) => each.pattern === pattern)
      ?.shape.exec(path)
      ?.slice(1) ?? [];
  return kindsIn(pattern).map((kind, at) => [kind, found[at] ?? '']);
}

/** The address of a pattern with these values for its parameters. */
export function pathOf(pattern: string, valueFor: (kind: string) => string): string {
  const kinds = kindsIn(pattern);
  let at = 0;
  return pattern
    .replace('*', 'nothing')
    .replaceAll(/:\w+/g, () => encodeURIComponent(valueFor(kinds[at++] ?? '').toWellFormed()));
}

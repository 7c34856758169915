import type Stripe from 'stripe';
import { ApiError } from './api-error.server.ts';

/** The decoded parameters of a call. Every value came as text. */
export type Params = { [name: string]: string | Params | (string | Params)[] };

type Tree = Map<string, string | Tree>;

/** Decodes `a[b][0][c]=d` as the SDK encodes it. Keys 0, 1, 2… make a list. */
export function decodeForm(text: string): Params {
  const root: Tree = new Map();
  for (const [key, value] of new URLSearchParams(text)) {
    const names = [
      key.split('[')[0] ?? '',
      ...[...key.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? ''),
    ];
    let branch = root;
    for (const name of names.slice(0, -1)) {
      const next = branch.get(name);
      const deeper: Tree = next instanceof Map ? next : new Map();
      branch.set(name, deeper);
      branch = deeper;
    }
    branch.set(names.at(-1) ?? '', value);
  }
  return grow(root);
}

const grow = (tree: Tree): Params =>
  Object.fromEntries(
    [...tree].map(([name, value]) => [name, value instanceof Map ? growValue(value) : value]),
  );

function growValue(tree: Tree): Params | (string | Params)[] {
  const grown = grow(tree);
  const isList = tree.size > 0 && [...tree.keys()].every((name, index) => name === String(index));
  // A list inside a list does not occur in Stripe's API.
  return isList
    ? Object.values(grown).filter((value): value is string | Params => !Array.isArray(value))
    : grown;
}

/** A parameter as text; null when it is absent or something else. */
export const text = (params: Params, name: string): string | null => {
  const value = params[name];
  return typeof value === 'string' ? value : null;
};

/** A parameter as a number; null when it is absent. */
export const whole = (params: Params, name: string): number | null => {
  const value = text(params, name);
  return value === null ? null : Number(value);
};

/** The parameters inside a parameter. */
export const branch = (params: Params, name: string): Params => {
  const value = params[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
};

/** The entries of a list of parameters. */
export const branches = (params: Params, name: string): Params[] => {
  const value = params[name];
  return Array.isArray(value) ? value.filter((each): each is Params => typeof each === 'object') : [];
};

/** Metadata of at most 50 keys of 40 characters with values of 500 (https://docs.stripe.com/api/metadata). */
export function metadata(params: Params): Stripe.Metadata {
  const entries = Object.entries(branch(params, 'metadata')).map(
    ([name, value]) => [name, String(value)] as const,
  );
  if (entries.length > 50 || entries.some(([name, value]) => name.length > 40 || value.length > 500)) {
    throw new ApiError(400, 'Metadata is too long', { param: 'metadata' });
  }
  return Object.fromEntries(entries);
}

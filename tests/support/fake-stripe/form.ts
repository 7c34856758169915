export type Params = { [name: string]: string | Params | (string | Params)[] };

/** Decodes `a[b][0][c]=d` as the SDK encodes it. Keys 0, 1, 2… make a list. */
export function decodeForm(text: string): Params {
  const root: Tree = new Map();
  for (const [key, value] of new URLSearchParams(text)) {
    const names = [key.split('[')[0]!, ...[...key.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1]!)];
    let branch = root;
    for (const name of names.slice(0, -1)) {
      const next = branch.get(name);
      const deeper: Tree = next instanceof Map ? next : new Map();
      branch.set(name, deeper);
      branch = deeper;
    }
    branch.set(names.at(-1)!, value);
  }
  return grow(root) as Params;
}

type Tree = Map<string, string | Tree>;

function grow(tree: Tree): Params | (string | Params)[] {
  const entries = [...tree].map(
    ([name, value]) => [name, value instanceof Map ? grow(value) : value] as const,
  );
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList
    ? entries.map(([, value]) => value as string | Params)
    : (Object.fromEntries(entries) as Params);
}

import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';

interface Leaf {
  /** In lower case, because addresses match in any case; `null` fits every word. */
  words: (string | null)[];
  takesMore: boolean;
}

/** Letters that are encoded, empty words, `..` and the like. */
const oddities = /[^\w.~/-]|\/\/|\/\.{1,2}(\/|$)/;

/** Finds the routes of an address, from the root to the page, as Remix's `matchRoutes` does. That function sorts and
 *  compiles all routes of the site at each call, for half of the time of a small answer (ADR-059). Here it decides only
 *  which of several fitting routes wins, once for each combination of them.
 *  @returns the ids of the routes, none if none fits; null for an address that only Remix itself should read */
export function routeFinder(routes: ServerBuild['routes']): (path: string) => readonly string[] | null {
  const tree = treeOf(routes);
  const leaves = pathsOf(tree).map(leafOf);
  const winners = new Map<string, readonly string[]>();
  return (path) => {
    if (!path.startsWith('/') || oddities.test(path)) return null;
    const words = wordsOf(path);
    let fitting = '';
    for (const [at, leaf] of leaves.entries()) if (fits(leaf, words)) fitting += ` ${at}`;
    const known = winners.get(fitting);
    if (known) return known;
    const winner = (matchRoutes(tree, path) ?? []).map(({ route }) => route.id ?? '');
    winners.set(fitting, winner);
    return winner;
  };
}

const wordsOf = (path: string) => path.toLowerCase().split('/').filter(Boolean);

function fits({ words, takesMore }: Leaf, asked: string[]) {
  if (takesMore ? asked.length < words.length : asked.length !== words.length) return false;
  return words.every((word, at) => word === null || word === asked[at]);
}

function leafOf(path: string): Leaf {
  const words = wordsOf(path);
  const takesMore = words.at(-1) === '*';
  if (takesMore) words.pop();
  return { words: words.map((word) => (word.startsWith(':') ? null : word)), takesMore };
}

type Tree = Parameters<typeof matchRoutes>[0];

function treeOf(routes: ServerBuild['routes'], parentId?: string): Tree {
  const children = Object.values(routes).filter((route) => route?.parentId === parentId);
  return children.map(({ id, path, index }) =>
    index ? { id, path, index } : { id, path, children: treeOf(routes, id) },
  );
}

/** The whole path of every route: one with children has an address of its own, too. */
const pathsOf = (tree: Tree, above = ''): string[] =>
  tree.flatMap(({ path = '', children = [] }) => {
    const whole = `${above}/${path}`;
    return [whole, ...pathsOf(children, whole)];
  });

/** Chooses for each address a handler of a build that has the routes of this address only, made at its first use.
 *  @param handlerOf makes a handler of a build, such as Remix's `createRequestHandler` */
export function leafDispatch<Handler>(build: ServerBuild, handlerOf: (build: ServerBuild) => Handler) {
  const find = routeFinder(build.routes);
  const ofAll = handlerOf(build);
  const handlers = new Map<string, Handler>();
  /** @param url as the browser sent it: path and query */
  return (url: string): Handler => {
    const ids = find(url.split('?', 1)[0] ?? '');
    const leaf = ids?.at(-1);
    if (!ids || !leaf) return ofAll;
    const handler = handlers.get(leaf) ?? handlerOf(withRoutes(build, ids));
    handlers.set(leaf, handler);
    return handler;
  };
}

function withRoutes(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}

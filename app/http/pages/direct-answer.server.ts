import type { EntryContext, ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { directHandlerOf } from '../api/api.server.ts';
import { pathOf } from '../node-request.ts';
import { jsonValue } from './json-value.ts';
import type { Context } from './page.server.ts';
import { pageRoutes as makePageRoutes, type PageRoute } from './static-page.tsx';

interface Asked {
  method?: string;
  originalUrl: string;
}
type Direct = (asked: Asked, request: () => Request, context: Context) => Promise<Response | null>;
type Routes = ServerBuild['routes'];
type Loader = (args: never) => unknown;

/** Remix reads these itself. */
const oddQuery = /[?&](_data|index)\b|%/;

/** Answers what has one way to go: a call, and a page whose loaders return plain values. Remix would copy the request
 *  twice for each loader and send each value through a stream of JSON.
 *  @param build the routes of one address; null is returned for those that Remix should answer
 *  @returns null where Remix has to answer; what was loaded by then is not loaded again (`withReplays`) */
export function directAnswer(build: ServerBuild): Direct | null {
  const chain = Object.values(build.routes).flatMap((route) => route ?? []);
  const leaf = chain.at(-1);
  // The build of all routes has many leaves.
  const isChain = chain.every(({ parentId }, at) => parentId === chain[at - 1]?.id);
  if (!leaf || !isChain) return null;
  const matchesOf = matcherOf(chain);
  const call = directHandlerOf(leaf.module.loader ?? {});
  if (call && leaf.module.loader === leaf.module.action && !leaf.module.default)
    return (asked, request, context) => {
      const params = matchesOf(pathOf(asked)).at(-1)?.params ?? {};
      const { method = 'GET' } = asked;
      return oddQuery.test(asked.originalUrl)
        ? Promise.resolve(null)
        : call({ method, params, context, request });
    };
  const isPlainPage = leaf.module.default && chain.every(({ module }) => !('headers' in module));
  if (!isPlainPage) return null;
  const render = rendererOf(build);
  return async (asked, request, context) => {
    if (asked.method !== 'GET' || oddQuery.test(asked.originalUrl)) return null;
    const matches = matchesOf(pathOf(asked));
    const loaded = new Map<string, Promise<unknown>>();
    const args = { request: request(), params: matches.at(-1)?.params ?? {}, context };
    for (const { id, module } of chain) {
      const load = module.loader as Loader | undefined;
      // Asynchronous, because a loader may also throw at once.
      if (load) loaded.set(id, (async () => load(args as never))());
    }
    context.loaded = loaded;
    const values = await Promise.allSettled(loaded.values());
    const arePlain = values.every((each) => each.status === 'fulfilled' && isPlain(each.value));
    if (!arePlain || matches.length !== chain.length) return null;
    return render({ request: request(), matches, loaded, context });
  };
}

const isPlain = (value: unknown) => value !== undefined && !(value instanceof Response);
type Matches = NonNullable<ReturnType<typeof matchRoutes>>;
interface Loaded {
  request: Request;
  matches: Matches;
  loaded: Map<string, Promise<unknown>>;
  context: Context;
}

/** @returns renders the page of a build whose loaders have returned plain values; null where it fails */
function rendererOf(build: ServerBuild) {
  const routeModules = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [id, route?.module]),
  ) as EntryContext['routeModules'];
  let pageRoutes: PageRoute[] | undefined;
  return async ({ request, matches, loaded, context }: Loaded) => {
    const loaderData: Record<string, unknown> = {};
    for (const { route } of matches) {
      const id = route.id ?? '';
      // A page sees what JSON leaves of its data: dates are texts.
      loaderData[id] = loaded.has(id) ? jsonValue(await loaded.get(id)) : null;
    }
    const { pathname, search } = new URL(request.url);
    pageRoutes ??= makePageRoutes(build.assets, routeModules);
    const entry = {
      manifest: build.assets,
      routeModules,
      pageRoutes,
      staticHandlerContext: {
        basename: '/',
        location: { pathname, search, hash: '', state: null, key: 'default' },
        matches,
        loaderData,
        actionData: null,
        errors: null,
        statusCode: 200,
        loaderHeaders: {},
        actionHeaders: {},
        activeDeferreds: null,
      },
      // No page has Remix's scripts, which would read it.
      serverHandoffString: '',
      future: build.future,
      isSpaMode: build.isSpaMode,
      serializeError: (error: Error) => error,
    };
    try {
      return await build.entry.module.default(request, 200, new Headers(), entry as never, context);
    } catch {
      // Remix renders once more, and then the page of errors.
      return null;
    }
  };
}

/** The same build for Remix, whose loaders return what `directAnswer` has already loaded for a request. */
export function withReplays(build: ServerBuild): ServerBuild {
  const routes: Routes = {};
  for (const [id, route] of Object.entries(build.routes)) {
    const load = route?.module.loader as Loader | undefined;
    const replayed = (args: { context: Context }) => {
      const { loaded } = args.context;
      const made = loaded?.get(id);
      loaded?.delete(id);
      return made ?? load?.(args as never);
    };
    routes[id] = route && load ? { ...route, module: { ...route.module, loader: replayed as never } } : route;
  }
  return { ...build, routes };
}

/** Remix's `matchRoutes` makes patterns of the routes at each call; an address without parameters needs it once. */
function matcherOf(chain: NonNullable<Routes[string]>[]): (path: string) => Matches {
  const tree = treeOf(chain);
  const whole = `/${chain.flatMap(({ path }) => path ?? []).join('/')}`;
  const ofWhole = /[:*?]/.test(whole) ? [] : (matchRoutes(tree, whole) ?? []);
  return (path) => (path === whole && ofWhole.length > 0 ? ofWhole : (matchRoutes(tree, path) ?? []));
}

/** Each route as the only child of the one before it. */
function treeOf(chain: NonNullable<Routes[string]>[]): Parameters<typeof matchRoutes>[0] {
  const [first, ...rest] = chain;
  if (!first) return [];
  const { id, path, index, module } = first;
  const hasErrorBoundary = Boolean(module.ErrorBoundary);
  const made = index
    ? { id, path, index, hasErrorBoundary }
    : { id, path, hasErrorBoundary, children: treeOf(rest) };
  return [made] as never;
}

import type { EntryContext } from '@remix-run/node';
import { UNSAFE_RemixContext as RemixContext } from '@remix-run/react';
import type { ComponentType, ReactNode } from 'react';
import { StaticRouterProvider } from 'react-router-dom/server';

type Modules = EntryContext['routeModules'];
type ManifestRoute = EntryContext['manifest']['routes'][string];

/** Routes as React Router renders them. */
export interface PageRoute {
  id: string;
  path?: string;
  index?: boolean;
  caseSensitive?: boolean;
  hasErrorBoundary: boolean;
  handle?: unknown;
  element?: ReactNode;
  errorElement?: ReactNode;
  children?: PageRoute[];
}

const future = { v7_relativeSplatPath: true };
const noNavigation = { state: 'idle' };

/** Renders what `RemixServer` renders for this site's pages, which never run in the browser, from routes that are made once
 *  for an address. The router of `RemixServer` is an object literal with getters: V8 keeps each of those, with all data of the
 *  page, until the next full garbage collection (ADR-090).
 *  @param routes as `pageRoutes` makes them; without them they are made */
export function StaticPage({ remix, routes }: { remix: EntryContext; routes?: PageRoute[] | undefined }) {
  const { staticHandlerContext: context, manifest, routeModules } = remix;
  const { location, loaderData, actionData, errors } = context;
  const made = routes ?? pageRoutes(manifest, routeModules);
  const byId = new Map(made.flatMap(withChildren).map((route) => [route.id, route]));
  // For an error, React Router renders the route given here, so that route needs its elements.
  const matches = context.matches.map((match) => ({
    ...match,
    route: byId.get(match.route.id ?? '') ?? match.route,
  }));
  const state = {
    historyAction: 'POP',
    location,
    matches,
    loaderData,
    actionData,
    errors,
    initialized: true,
    navigation: noNavigation,
    fetchers: new Map(),
    blockers: new Map(),
  };
  const router = { routes: made, state, future };
  return (
    <RemixContext.Provider value={remix as never}>
      <StaticRouterProvider router={router as never} context={context} hydrate={false} />
    </RemixContext.Provider>
  );
}

/** The routes of a manifest, with the elements of their modules; those of the root are in its document. */
export function pageRoutes({ routes }: EntryContext['manifest'], modules: Modules): PageRoute[] {
  const byParent = Map.groupBy(Object.values(routes), ({ parentId }) => parentId ?? '');
  const below = (parent: string): PageRoute[] =>
    (byParent.get(parent) ?? []).map((route) => pageRoute(route, modules, below(route.id)));
  return below('');
}

const withChildren = (route: PageRoute): PageRoute[] => [
  route,
  ...(route.children ?? []).flatMap(withChildren),
];

function pageRoute(
  { id, path, index, caseSensitive }: ManifestRoute,
  modules: Modules,
  children: PageRoute[],
) {
  const {
    default: Page,
    ErrorBoundary,
    Layout,
    handle,
  } = modules[id] as {
    default?: ComponentType;
    ErrorBoundary?: ComponentType;
    Layout?: ComponentType<{ children: ReactNode }>;
    handle?: unknown;
  };
  const inDocument = (element: ReactNode) => (id === 'root' && Layout ? <Layout>{element}</Layout> : element);
  return {
    id,
    hasErrorBoundary: Boolean(ErrorBoundary),
    handle,
    ...(path !== undefined && { path }),
    ...(index && { index }),
    ...(caseSensitive && { caseSensitive }),
    ...(Page && { element: inDocument(<Page />) }),
    ...(ErrorBoundary && { errorElement: inDocument(<ErrorBoundary />) }),
    ...(children.length > 0 && { children }),
  };
}

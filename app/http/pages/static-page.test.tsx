import {
  Links,
  Meta,
  Outlet,
  RemixServer,
  useActionData,
  useFetchers,
  useHref,
  useLoaderData,
  useMatches,
  useNavigation,
  useNavigationType,
  useParams,
  useRouteError,
} from '@remix-run/react';
import type { ComponentProps, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { pageRoutes, StaticPage } from './static-page.tsx';

type EntryContext = ComponentProps<typeof RemixServer>['context'];
type Facts = Partial<EntryContext['staticHandlerContext']>;

const Data = () => (
  <code>
    {JSON.stringify([useLoaderData(), useActionData(), useParams(), useMatches()])}
    {JSON.stringify([useNavigation().state, useNavigationType(), useFetchers(), useHref('other')])}
  </code>
);
const Trouble = () => <strong>{JSON.stringify(useRouteError())}</strong>;

const routeModules = {
  root: {
    Layout: ({ children }: { children: ReactNode }) => (
      <html lang="en">
        <head>
          <Meta />
          <Links />
        </head>
        <body>{children}</body>
      </html>
    ),
    default: () => (
      <main>
        <Data />
        <Outlet />
      </main>
    ),
    links: () => [{ rel: 'icon', href: '/favicon.svg' }],
    meta: () => [{ title: 'Summa' }],
    ErrorBoundary: Trouble,
  },
  frame: {
    default: () => (
      <section>
        <Outlet />
      </section>
    ),
  },
  item: {
    default: () => (
      <article>
        <Data />
      </article>
    ),
    meta: ({ data, params }: { data: unknown; params: unknown }) => [
      { title: JSON.stringify([data, params]) },
    ],
    handle: { wide: true },
    ErrorBoundary: Trouble,
  },
  more: { default: Data },
  first: { default: () => <p>first</p> },
};

const route = (id: string, parentId: string | undefined, path: string | undefined, hasLoader: boolean) => ({
  ...{ id, parentId, path, hasLoader, module: '', index: path === undefined && id === 'first' },
  ...{ hasAction: false, hasClientAction: false, hasClientLoader: false, hasErrorBoundary: false },
});

const routes = {
  root: route('root', undefined, '', true),
  frame: route('frame', 'root', undefined, false),
  item: route('item', 'frame', 'content/:id', true),
  more: route('more', 'root', 'more/*', false),
  first: route('first', 'root', undefined, false),
};

function entry(path: string, ids: (keyof typeof routes)[], params: Record<string, string>, facts: Facts) {
  const url = new URL(path, 'http://localhost:3000');
  const { pathname, search } = url;
  return {
    manifest: { routes, entry: { module: '', imports: [] }, url: '', version: '1' },
    routeModules,
    serverHandoffString: '{}',
    future: { v3_relativeSplatPath: true },
    isSpaMode: false,
    serializeError: (error: Error) => error,
    staticHandlerContext: {
      basename: '/',
      location: { pathname, search, hash: '', state: null, key: 'default' },
      matches: ids.map((id) => ({ route: routes[id], params, pathname, pathnameBase: pathname })),
      loaderData: {},
      actionData: null,
      errors: null,
      statusCode: 200,
      loaderHeaders: {},
      actionHeaders: {},
      activeDeferreds: null,
      ...facts,
    },
  } as unknown as EntryContext;
}

const refused = { status: 404, statusText: '', internal: false, data: { message: 'Not here' } };
const item = ['root', 'frame', 'item'] as ('root' | 'frame' | 'item')[];
const cases: Record<string, () => EntryContext> = {
  'a page with data and parameters': () =>
    entry(
      '/content/7?tab=steps',
      item,
      { id: '7' },
      { loaderData: { root: { a: 1 }, item: { title: '<b>’' } } },
    ),
  'a page after a form that was refused': () =>
    entry(
      '/content/7',
      item,
      { id: '7' },
      { loaderData: { root: 1, item: 2 }, actionData: { item: { form: 'x' } } },
    ),
  'a page of many addresses with a relative link': () =>
    entry('/more/of/this', ['root', 'more'], { '*': 'of/this' }, { loaderData: { root: 1, more: null } }),
  'the first page of a frame': () => entry('/', ['root', 'first'], {}, { loaderData: { root: null } }),
  'an error that the page shows itself': () =>
    entry('/content/7', item, { id: '7' }, { loaderData: { root: 1 }, errors: { item: refused } }),
  'an error that the document shows': () =>
    entry('/content/7', item, { id: '7' }, { loaderData: { item: 1 }, errors: { root: refused } }),
  'an address of no page': () => entry('/nowhere', ['root'], {}, { errors: { root: refused } }),
};

describe('a page is rendered as Remix renders it', () => {
  for (const [name, made] of Object.entries(cases))
    test(name, () => {
      const { pathname, search } = made().staticHandlerContext.location;
      const url = `http://localhost:3000${pathname}${search}`;
      const other = made();
      const byRemix = renderToStaticMarkup(<RemixServer context={other} url={url} />);
      const remix = made();
      expect(renderToStaticMarkup(<StaticPage remix={remix as never} />)).toBe(byRemix);
      // Where Remix shows an error of rendering.
      const boundary = (entry: EntryContext) => entry.staticHandlerContext._deepestRenderedBoundaryId;
      expect(boundary(remix)).toBe(boundary(other));
      expect(byRemix.length).toBeGreaterThan(20);
      const kept = pageRoutes(remix.manifest, remix.routeModules as never);
      for (let times = 0; times < 2; times += 1)
        expect(renderToStaticMarkup(<StaticPage remix={made() as never} routes={kept} />)).toBe(byRemix);
    });
});

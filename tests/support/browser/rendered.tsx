import { RemixServer } from '@remix-run/react';
import type { ComponentProps, ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Viewer } from '../../../app/scope.ts';
import type { testWorld } from '../world.ts';

type EntryContext = ComponentProps<typeof RemixServer>['context'];

/** What a `.page.tsx` exports; loaders and actions are called as server.ts calls them. */
interface PageModule {
  default: ComponentType;
  loader?: (args: never) => unknown;
  action?: (args: never) => unknown;
}

export interface Asked {
  params?: Record<string, string>;
  /** A posted form, for the page that comes back with its messages. */
  init?: RequestInit;
}

/** A page as the browser gets it, without the frame of root.tsx: its action and loader run on the world's database,
 *  and its component is rendered. `pages` are nested, the outermost first. */
export async function rendered(
  world: ReturnType<typeof testWorld>,
  pages: PageModule | PageModule[],
  viewer: Viewer | null,
  path: string,
  { params = {}, init }: Asked = {},
) {
  const nested = [pages].flat();
  const ids = nested.map((_, depth) => `page-${depth}`);
  const own = ids.at(-1) as string;
  const actionData: Record<string, unknown> = {};
  const loaderData: Record<string, unknown> = {};
  let status = 200;
  const read = async (edge: PageModule['loader'], asked?: RequestInit) => {
    const answer = await world.send(edge as never, viewer, path, params, asked);
    if (answer.status !== 200) status = answer.status;
    if (!answer.ok && ![404, 422, 429].includes(answer.status)) {
      throw new Error(`${path} answered ${answer.status} ${answer.headers.get('location') ?? ''}`);
    }
    return answer.json();
  };
  if (init) actionData[own] = await read(nested.at(-1)?.action, init);
  for (const [depth, { loader }] of nested.entries()) {
    if (loader) loaderData[ids[depth] as string] = await read(loader);
  }
  const { pathname, search } = new URL(path, 'http://localhost:3000');
  const routes = nested.map((page, depth) => ({
    id: ids[depth] as string,
    parentId: ids[depth - 1],
    path: depth === nested.length - 1 ? pathname.slice(1) : undefined,
    hasLoader: page.loader !== undefined,
    hasAction: page.action !== undefined,
    hasErrorBoundary: false,
    hasClientAction: false,
    hasClientLoader: false,
    module: '',
  }));
  const context = {
    manifest: {
      entry: { module: '', imports: [] },
      routes: Object.fromEntries(routes.map((route) => [route.id, route])),
      url: '',
      version: '',
    },
    routeModules: Object.fromEntries(nested.map((page, depth) => [ids[depth], page])),
    future: {},
    isSpaMode: false,
    staticHandlerContext: {
      basename: '',
      location: { pathname, search, hash: '', state: null, key: 'default' },
      matches: routes.map((route) => ({ params, pathname, pathnameBase: pathname, route })),
      loaderData,
      actionData: init ? actionData : null,
      errors: null,
      statusCode: status,
      loaderHeaders: {},
      actionHeaders: {},
      activeDeferreds: null,
    },
  } as unknown as EntryContext;
  const html = renderToStaticMarkup(
    <RemixServer context={context} url={new URL(path, 'http://localhost:3000').href} />,
  );
  return { status, html, text: textOf(html) };
}

/** The text of some HTML, with one space between words. */
export const textOf = (html: string) =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

/** The opening tag of a form's control by its name, with all its attributes. */
export const control = (html: string, name: string) =>
  new RegExp(`<(?:input|select|textarea)\\b[^>]*\\bname="${name}"[^>]*>`).exec(html)?.[0] ?? '';

/** The choices of a select by its name: `[value, label]`. */
export function choices(html: string, name: string): [value: string, label: string][] {
  const select = new RegExp(`<select\\b[^>]*\\bname="${name}".*?</select>`, 's').exec(html)?.[0] ?? '';
  const options = select.matchAll(/<option[^>]*value="([^"]*)"[^>]*>(.*?)<\/option>/gs);
  return [...options].map(([, value = '', label = '']) => [value, textOf(label)]);
}

/** The address of the link or form button with this text. */
export function linkTo(html: string, words: string): string | undefined {
  const links = html.matchAll(/<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gs);
  return [...links].find(([, , label = '']) => textOf(label) === words)?.[1]?.replaceAll('&amp;', '&');
}

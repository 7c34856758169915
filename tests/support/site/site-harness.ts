import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { leafDispatch } from '../../../app/http/pages/leaf-dispatch.server.ts';
import type { Toast } from '../../../app/http/pages/toast.ts';
import routes from '../../../app/routes.ts';
import type { Viewer } from '../../../app/scope.ts';
import type { testWorld } from '../world.ts';

interface Row {
  id?: string;
  path?: string;
  file: string;
  index?: boolean;
  children?: Row[];
}

const modules = import.meta.glob<ServerBuild['routes'][string]['module']>(
  '../../../app/features/**/*.{page.tsx,action.ts,api.ts}',
);

/** The site as Remix wants it, with the modules of the source. */
export async function buildOfSource(): Promise<ServerBuild> {
  const found: ServerBuild['routes'] = {
    root: { id: 'root', path: '', module: (await import('../../../app/root.tsx')) as never },
  };
  const add = async (rows: Row[], parentId: string): Promise<void> => {
    for (const { id, path, file, index, children = [] } of rows) {
      const module = await modules[`../../../app/${file}`]?.();
      if (!module) throw new Error(`There is no app/${file}`);
      const name = id ?? file;
      found[name] = { id: name, parentId, path, index, module };
      await add(children, name);
    }
  };
  await add(routes as Row[], 'root');
  const manifest = Object.values(found).map(({ id, parentId, path, index, module }) => ({
    id,
    parentId,
    path,
    index,
    module: '/module.js',
    hasErrorBoundary: Boolean(module.ErrorBoundary),
    hasLoader: Boolean(module.loader),
    hasAction: Boolean(module.action),
    hasClientLoader: false,
    hasClientAction: false,
    imports: [],
    css: [],
  }));
  return {
    entry: {
      module: {
        default: (request, status, headers, remix) => {
          headers.set('content-type', 'text/html; charset=utf-8');
          const page = createElement(RemixServer, { context: remix, url: request.url });
          return new Response(renderToString(page), { status, headers });
        },
      },
    },
    routes: found,
    assets: {
      entry: { module: '/entry.js', imports: [] },
      routes: Object.fromEntries(manifest.map((each) => [each.id, each])),
      url: '/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: { v3_singleFetch: false } as ServerBuild['future'],
    isSpaMode: false,
    mode: 'production',
  };
}

let handlerFor: ReturnType<typeof leafDispatch<ReturnType<typeof createRequestHandler>>> | undefined;

/** A page as its viewer gets it. */
export interface Seen {
  status: number;
  /** Where it leads, when it is a redirect. */
  to: string | null;
  html: string;
  /** All that can be read, in its order, one space between words. */
  text: string;
  /** The message on the next page: 'Title: text'. */
  says: string | null;
}

/** Whole documents of the product, from routes.ts to the tab bar, on the database of a test world. It needs no build
 *  and no browser. */
export function wholeSite(world: ReturnType<typeof testWorld>) {
  return async (
    viewer: Viewer | null,
    path: string,
    init: RequestInit & { toast?: Toast; splash?: boolean } = {},
  ): Promise<Seen> => {
    handlerFor ??= leafDispatch(await buildOfSource(), (build) => createRequestHandler(build, 'production'));
    const { toast = null, splash = false, ...rest } = init;
    const context = { ...world.context(viewer), toast, showsSplash: splash };
    const asked = new Request(new URL(path, 'http://localhost:3000'), rest);
    const answer = await handlerFor(path)(asked, context);
    const html = await answer.text();
    const cookies = answer.headers.getSetCookie();
    const flash = await Promise.all(cookies.map((cookie) => context.cookies.flash.parse(cookie)));
    const said = flash.find((each) => each) as Toast | undefined;
    return {
      status: answer.status,
      to: answer.headers.get('location'),
      html,
      text: readable(html),
      says: said ? [said.title, said.text].filter(Boolean).join(': ') : null,
    };
  };
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

/** The words of a piece of HTML, without its head, scripts and drawings. */
export const readable = (html: string): string =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<(script|svg)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all)
    .replace(/\s+/g, ' ')
    .trim();

/** What a link or button with these words is: its opening tag. */
export function tagOf(html: string, words: string, kind = 'a|button'): string | undefined {
  const found = [...html.matchAll(new RegExp(`<(${kind})\\b[^>]*>([\\s\\S]*?)</\\1>`, 'g'))];
  return found.find(([, , inside = '']) => readable(inside) === words)?.[0].match(/^<[^>]*>/)?.[0];
}

/** The part of a page from the first to the second mark. */
export const between = (html: string, from: string, to: string) =>
  html.slice(html.indexOf(from), html.indexOf(to, html.indexOf(from)));

/** The words of the element that has the first mark, up to the second. */
export const wordsBetween = (html: string, from: string, to: string) =>
  readable(`<${between(html, from, to)}`);

import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse } from '@remix-run/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ownTurn } from './db/batches/turns.server.ts';
import { PageScriptContext } from './enhance/script.tsx';
import { putsSheetItself } from './features/site/frame/sheets.tsx';
import { adminPage, type Context } from './http/pages/page.server.ts';
import { type PageRoute, StaticPage } from './http/pages/static-page.tsx';
import { utf8Of } from './http/pages/utf8.ts';
import { inViewersTime } from './http/pages/viewer-clock.server.ts';
import { withWholeBody } from './http/pages/whole-body.ts';
import { log, requestId } from './http/telemetry/log.server.ts';
import siteCss from './styles/site.css?url';
import { withSymbols } from './ui/pictures/sprite.tsx';
import { ReferenceContext } from './ui/reference.tsx';

export { createApp } from './boot/app.server.ts';
export { runCommand } from './boot/command.server.ts';
export { runWorker } from './boot/worker.server.ts';

/** Renders a page into one buffer: without scripts a streamed page would stay incomplete (ADR-029). */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext & { pageRoutes?: PageRoute[] },
  loadContext: unknown,
) {
  const context = loadContext as Context;
  // A POST to a page without an action runs no loader, so no loader has checked the access.
  if (status === 405 && new URL(request.url).pathname.startsWith('/admin')) {
    const refused = await adminPage(() => null)({ request, context, params: {} }).catch(
      (answer: unknown) => answer,
    );
    if (refused instanceof Response) return refused;
  }
  await ownTurn();
  const { savesData } = context.scope.visitor;
  const render = () =>
    renderToStaticMarkup(
      <ReferenceContext.Provider value={status < 500 ? null : (requestId() ?? null)}>
        <PageScriptContext.Provider value={savesData ? null : remix.manifest.entry.module}>
          <StaticPage remix={remix} routes={remix.pageRoutes} />
        </PageScriptContext.Provider>
      </ReferenceContext.Provider>,
    );
  const [start, rest] = withSymbols(inViewersTime(context.scope, render));
  if (context.toast) headers.append('Set-Cookie', await context.cookies.flash.serialize('', { maxAge: 0 }));
  if (context.showsSplash) headers.append('Set-Cookie', 'visit=1; Path=/; HttpOnly; SameSite=Lax');
  if (status === 405 && !headers.has('Allow')) headers.set('Allow', 'GET, HEAD');
  const { actionHeaders, loaderHeaders } = remix.staticHandlerContext;
  const answers = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)];
  const after = answers.map((each) => each.get('Retry-After')).find(Boolean) ?? (status === 503 ? '5' : null);
  if (after) headers.set('Retry-After', after);
  // The page reloads itself; a form is not submitted again without the member.
  if (status === 503 && request.method === 'GET') headers.set('Refresh', '5');
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const isPersonal =
    context.scope.viewer !== null ||
    headers.has('Set-Cookie') ||
    headers.has('Cache-Control') ||
    status !== 200;
  headers.set('Cache-Control', isPersonal ? 'private, no-store' : 'no-cache');
  headers.append('Vary', 'Cookie, Save-Data');
  // Sent early, so that the browser fetches the stylesheet before it reads the page. Beside a first screen that
  // needs no file it would only take away from the line and the processor.
  if (!putsSheetItself(Object.values(remix.staticHandlerContext.loaderData)))
    headers.append('Link', `<${siteCss}>; rel=preload; as=style`);
  // As bytes: of a text, Response would first check each letter.
  const document = Buffer.concat([
    utf8Of(`<!DOCTYPE html>${withErrorTitle(start, status, request.method)}`),
    utf8Of(rest),
  ]);
  const answer = new Response(context.takesWholePages ? null : document, { status, headers });
  return withWholeBody(answer, document);
}

/** A refused form says so first in the title, where screen readers start. */
const withErrorTitle = (markup: string, status: number, method: string) =>
  status === 422 || status === 429 || (status === 503 && method === 'POST')
    ? markup.replace('<title>', '<title>Error: ')
    : markup;

export function handleDataRequest(response: Response) {
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted) return;
  const { pathname: path } = new URL(request.url);
  // A method that a page does not have is the client's error, so it is no alarm.
  if (isRouteErrorResponse(error) && error.status < 500) log.info({ path, status: error.status }, 'refused');
  else log.error({ error, path }, 'failed');
}

import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node';
import type { z } from 'zod';
import { Invalid, NotAllowed, NotFound, Refused, SignInRequired } from '../../errors.ts';
import type { LimitName } from '../../features/core/rate-limits/limits.ts';
import type { FrameFacts } from '../../features/site/frame/frame-facts.server.ts';
import type { AdminScope, CuratorScope, MemberScope, Scope } from '../../scope.ts';
import type { RouteTable } from '../api/description.ts';
import type { Cookies } from '../security/cookies.server.ts';
import {
  AdminRequired,
  CuratorRequired,
  requireAdmin,
  requireCurator,
  requireMember,
  SecondFactorRequired,
} from '../security/guards.server.ts';
import { outageOf } from '../telemetry/outage.server.ts';
import { readForm } from '../uploads/body.server.ts';
import type { Received } from '../uploads/multipart.server.ts';
import { receiveFiles } from '../uploads/receive.server.ts';
import { expectForm, type FormAnswer, InvalidForm, parseForm, shownAgain } from './form.server.ts';
import { pageBehind } from './own-path.ts';
import { type Toast, toast } from './toast.ts';
import { inViewersTime } from './viewer-clock.server.ts';

/** The `context` of every loader and action; see openScope in boot/scopes.server.ts. */
export interface Context extends AppLoadContext {
  scope: Scope;
  /** As read with the viewer, for pages; null where something may have changed since. */
  frameFacts: FrameFacts | null;
  cookies: Cookies;
  toast: Toast | null;
  theme: 'light' | 'dark' | null;
  showsSplash: boolean;
  /** Payments are simulated: every page says so. */
  isSandbox: boolean;
  isProduction: boolean;
  routes: () => Promise<RouteTable>;
  /** Set where a page is sent as it is, so that no stream is made for it. */
  takesWholePages?: boolean;
  /** By route, what `directAnswer` has loaded for this request; Remix does not load it again. */
  loaded?: Map<string, Promise<unknown>>;
}

export interface PageRequest {
  request: Request;
  context: Context;
  url: URL;
  params: Record<string, string | undefined>;
  id: (name?: string) => number;
  /** An id of a `bigint` column. */
  longId: (name?: string) => number;
  /** The posted form, parsed. A form that does not fit answers 422 with its page. */
  form: <Schema extends z.ZodType>(schema: Schema) => Promise<z.output<Schema>>;
  fields: () => Promise<FormData>;
  /** The posted form with its files, in a folder that is deleted after the answer; `schema` parses it later. */
  files: (schema: z.ZodType, limit?: LimitName, requestBytes?: number) => Promise<Received>;
}

export { type FormAnswer, parseForm };

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Handler<S extends Scope, Answer> = (scope: S, request: PageRequest) => Promise<Answer> | Answer;

interface Place {
  to: string;
  toast?: Toast;
}
/** Where a refusal leads; null shows the form again. */
type RedirectOnRefusal = (refusal: Refused, request: PageRequest) => Promise<Place | null> | Place | null;

export function page<Answer>(handler: Handler<Scope, Answer>) {
  return (args: Args) => withErrorResponses(args, handler, (scope) => scope);
}

/** A loader or action for signed-in members; others are sent to `/auth` and back afterwards. `redirectOnRefusal` is for actions
 *  whose refusals lead to other pages. */
export function memberPage<Answer>(
  handler: Handler<MemberScope, Answer>,
  redirectOnRefusal?: RedirectOnRefusal,
) {
  return (args: Args) => withErrorResponses(args, handler, requireMember, redirectOnRefusal);
}

/** A loader or action for admins; members are sent home with a message (C4.3). */
export function adminPage<Answer>(handler: Handler<AdminScope, Answer>) {
  return (args: Args) => withErrorResponses(args, handler, requireAdmin);
}

/** A loader or action for curators of the map and for admins. */
export function curatorPage<Answer>(handler: Handler<CuratorScope, Answer>) {
  return (args: Args) => withErrorResponses(args, handler, requireCurator);
}

/** For an admin address without an action: Remix would answer 405 before any guard. */
export const noAdminForm = adminPage(() => {
  throw takesOnly(['GET', 'HEAD']);
});

/** HTML forms have no other methods; the rest belongs to `/api`. */
const pageMethods = ['GET', 'HEAD', 'POST'];

const takesOnly = (methods: string[]) =>
  json(
    { message: 'This address does not accept that.' },
    { status: 405, headers: { Allow: methods.join(', ') } },
  );

async function withErrorResponses<S extends Scope, Answer>(
  args: Args,
  handler: Handler<S, Answer>,
  guard: (scope: Scope) => S,
  redirectOnRefusal?: RedirectOnRefusal,
): Promise<Answer> {
  const context = args.context as Context;
  const { request, dispose } = pageRequest(args);
  try {
    const scope = guard(context.scope);
    if (!pageMethods.includes(args.request.method)) throw takesOnly(pageMethods);
    return await inViewersTime(context.scope, () => handler(scope, request));
  } catch (error) {
    const answer = await answerTo(error, context, request, redirectOnRefusal);
    // Remix renders the page again only for returned answers; thrown ones go to the error page.
    if (answer.status === 422 || formResponses.has(answer)) return answer as Answer;
    throw answer;
  } finally {
    await dispose();
  }
}

async function answerTo(
  error: unknown,
  context: Context,
  page: PageRequest,
  redirectOnRefusal?: RedirectOnRefusal,
): Promise<Response> {
  if (error instanceof Response) return error;
  if (error instanceof InvalidForm) return json(error.answer, { status: 422 });
  if (error instanceof SignInRequired) return toSignIn(error, context, page);
  if (error instanceof AdminRequired || error instanceof CuratorRequired)
    return seeOther(context, '/', toast.error(error.message));
  if (error instanceof SecondFactorRequired) {
    return seeOther(context, '/account/security', toast.error('Second factor needed', error.message));
  }
  if (error instanceof NotFound) return json({ message: error.message }, { status: 404 });
  if (error instanceof NotAllowed) return json({ message: error.message }, { status: 403 });
  if (error instanceof Invalid) return formAgain(page, error.errors);
  if (error instanceof Refused) return refusedAnswer(error, page, redirectOnRefusal);
  const outage = outageOf(error);
  if (!outage) throw error;
  const { message, ...init } = outage;
  return isPost(page) ? formAgain(page, { '': [message] }, init) : json({ message }, init);
}

const isPost = ({ request }: PageRequest) => request.method !== 'GET' && request.method !== 'HEAD';

async function toSignIn(error: SignInRequired, context: Context, page: PageRequest) {
  const back =
    page.request.method === 'GET' ? undefined : (await page.fields().catch(() => null))?.get('back');
  const next = pageBehind(page.request, back);
  return seeOther(
    context,
    `/auth?tab=sign-in&next=${encodeURIComponent(next)}`,
    toast.error(error.title, error.message),
  );
}

async function refusedAnswer(error: Refused, page: PageRequest, redirectOnRefusal?: RedirectOnRefusal) {
  const place = await redirectOnRefusal?.(error, page);
  if (place) return seeOther(page.context, place.to, place.toast);
  const { message, status, retryAfter } = error;
  const headers: HeadersInit = retryAfter ? { 'Retry-After': String(retryAfter) } : {};
  if (!isPost(page) || ![409, 422, 429].includes(status)) return json({ message }, { status, headers });
  return formAgain(page, { [error.field ?? '']: [message] }, { status, headers });
}

/** Shows the page's form again, values kept: 422, 409 after a conflict, 429 at a limit, 503 in an outage. */
async function formAgain(
  page: PageRequest,
  error: Record<string, string[]>,
  init: ResponseInit = { status: 422 },
) {
  const fields = await page.fields().catch(() => null);
  if (!fields) return json({ message: Object.values(error)[0]?.[0] }, init);
  const initialValue = shownAgain(fields);
  const answer = json<FormAnswer>({ form: { status: 'error', initialValue, error } }, init);
  formResponses.add(answer);
  return answer;
}

const formResponses = new WeakSet<Response>();

export async function seeOther(context: Context, path: string, message?: Toast, headers = new Headers()) {
  headers.set('Cache-Control', 'private, no-store');
  if (message) headers.append('Set-Cookie', await context.cookies.flash.serialize(message));
  return redirect(path, { status: 303, headers });
}

function pageRequest(args: Args): { request: PageRequest; dispose: () => Promise<void> } {
  const context = args.context as Context;
  let read: Promise<FormData> | undefined;
  let received: Received | undefined;
  const fields = () => {
    read ??= readForm(args.request);
    return read;
  };
  const request: PageRequest = {
    request: args.request,
    context,
    url: new URL(args.request.url),
    params: args.params,
    id: (name = 'id') => idInAddress(args.params[name]),
    longId: (name = 'id') => idInAddress(args.params[name], Number.MAX_SAFE_INTEGER),
    fields,
    form: async (schema) => parseForm(await fields(), schema),
    files: async (schema, limit, requestBytes) => {
      received = await receiveFiles(context.scope, args.request, limit, requestBytes);
      expectForm(received.fields, schema);
      read = Promise.resolve(received.fields);
      return received;
    },
  };
  return { request, dispose: async () => received?.dispose() };
}

/** The id in an address; anything else is 0, the id of no row, so it gets the same 404 as an unknown id. */
export function idInAddress(text: string | undefined, most = 2_147_483_647): number {
  const value = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : 0;
  return value > most ? 0 : value;
}

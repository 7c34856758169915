import { parseWithZod } from '@conform-to/zod/v4';
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node';
import type { z } from 'zod';
import { Invalid, NotAllowed, NotFound, Refused, SignInRequired } from '../errors.ts';
import type { LimitName } from '../features/limits/limits.ts';
import type { AdminScope, MemberScope, Scope } from '../scope.ts';
import { readForm } from './body.server.ts';
import type { Cookies } from './cookies.server.ts';
import type { RouteTable } from './description.ts';
import { AdminRequired, requireAdmin, requireMember, SecondFactorRequired } from './guards.server.ts';
import type { Received } from './multipart.server.ts';
import { databaseIsAway, diskFullMessage, diskIsFull } from './outage.server.ts';
import { pageBehind } from './own-path.ts';
import { receiveFiles } from './receive.server.ts';
import { type Toast, toast } from './toast.ts';

/** What server.ts hands to every loader and action; see openScope in boot/scopes.server.ts. */
export interface Context extends AppLoadContext {
  scope: Scope;
  cookies: Cookies;
  toast: Toast | null;
  theme: 'light' | 'dark' | null;
  /** The first document of a visit greets with the splash. */
  showsSplash: boolean;
  /** Payments are pretended: every page says so. */
  isSandbox: boolean;
  isProduction: boolean;
  /** The route table as it was built, for the document that describes the calls. */
  routes: () => Promise<RouteTable>;
}

export interface PageRequest {
  request: Request;
  context: Context;
  url: URL;
  params: Record<string, string | undefined>;
  /** The number in the address, `id` by default. @throws NotFound when it is none */
  id: (name?: string) => number;
  /** The posted form, parsed. A form that does not fit answers 422 with its page. */
  form: <Schema extends z.ZodType>(schema: Schema) => Promise<z.output<Schema>>;
  /** The posted fields as they came, for `back` and the like. */
  fields: () => Promise<FormData>;
  /** The posted form with its files, in a folder that is gone once the answer is given. @param limit other than `upload` */
  files: (limit?: LimitName) => Promise<Received>;
}

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Handler<S extends Scope, Answer> = (scope: S, request: PageRequest) => Promise<Answer> | Answer;

/** What a form posted to its own page gets back when something is wrong: conform's `lastResult`. */
export interface FormAnswer {
  form: {
    status: 'error';
    initialValue: Record<string, unknown> | null;
    error: Record<string, string[] | null> | null;
  };
}

class InvalidForm extends Error {
  readonly answer: FormAnswer;
  constructor(answer: FormAnswer) {
    super('The form does not fit its schema');
    this.answer = answer;
  }
}

/** A loader or action that everybody may call. */
export function page<Answer>(handler: Handler<Scope, Answer>) {
  return (args: Args) => translated(args, handler, (scope) => scope);
}

/** A loader or action for signed-in members; others are sent to `/auth` and back afterwards. */
export function memberPage<Answer>(handler: Handler<MemberScope, Answer>) {
  return (args: Args) => translated(args, handler, requireMember);
}

/** A loader or action for admins; members are sent home with the spec's text (decisions 19). */
export function adminPage<Answer>(handler: Handler<AdminScope, Answer>) {
  return (args: Args) => translated(args, handler, requireAdmin);
}

/** For an admin's address that only answers GET: without an action, Remix would refuse a form before any guard. */
export const noAdminForm = adminPage(() => {
  throw takesOnly(['GET', 'HEAD']);
});

/** HTML forms know no other; the further verbs belong to `/api`. */
const pageMethods = ['GET', 'HEAD', 'POST'];

const takesOnly = (methods: string[]) =>
  json(
    { message: 'This address does not take that.' },
    { status: 405, headers: { Allow: methods.join(', ') } },
  );

async function translated<S extends Scope, Answer>(
  args: Args,
  handler: Handler<S, Answer>,
  guard: (scope: Scope) => S,
): Promise<Answer> {
  const context = args.context as Context;
  const { request, dispose } = pageRequest(args);
  try {
    const scope = guard(context.scope);
    if (!pageMethods.includes(args.request.method)) throw takesOnly(pageMethods);
    return await handler(scope, request);
  } catch (error) {
    const answer = await answerTo(error, context, request);
    // Remix renders the page again only for what is returned; what is thrown goes to the error page.
    if (answer.status === 422 || formsComingBack.has(answer)) return answer as Answer;
    throw answer;
  } finally {
    await dispose();
  }
}

async function answerTo(error: unknown, context: Context, page: PageRequest): Promise<Response> {
  if (error instanceof Response) return error;
  if (error instanceof InvalidForm) return json(error.answer, { status: 422 });
  if (error instanceof SignInRequired) return toSignIn(error, context, page);
  if (error instanceof AdminRequired) return seeOther(context, '/', toast.error(error.message));
  if (error instanceof SecondFactorRequired) {
    return seeOther(context, '/account/security', toast.error('Second factor needed', error.message));
  }
  if (error instanceof NotFound) return json({ message: error.message }, { status: 404 });
  if (error instanceof NotAllowed) return json({ message: error.message }, { status: 403 });
  if (error instanceof Invalid) return formAgain(page, error.errors);
  if (error instanceof Refused) return refusedAnswer(error, page);
  if (databaseIsAway(error)) {
    const message = 'We are having trouble reaching our database. Please try again in a moment.';
    return json({ message }, { status: 503, headers: { 'Retry-After': '5' } });
  }
  if (diskIsFull(error)) return json({ message: diskFullMessage }, { status: 507 });
  throw error;
}

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

async function refusedAnswer(error: Refused, page: PageRequest) {
  const { message, status, retryAfter } = error;
  const headers: HeadersInit = retryAfter ? { 'Retry-After': String(retryAfter) } : {};
  const isPost = page.request.method !== 'GET' && page.request.method !== 'HEAD';
  if (!isPost || (status !== 422 && status !== 429)) return json({ message }, { status, headers });
  return formAgain(page, { [error.field ?? '']: [message] }, { status, headers });
}

/** The answer with which a page shows its form again, values kept: 422, or 429 for who was too quick. */
async function formAgain(
  page: PageRequest,
  error: Record<string, string[]>,
  init: ResponseInit = { status: 422 },
) {
  // An upload that was refused unread has no fields to show.
  const fields = await page.fields().catch(() => null);
  if (!fields) return json({ message: Object.values(error)[0]?.[0] }, init);
  const initialValue = shownAgain(fields);
  const answer = json<FormAnswer>({ form: { status: 'error', initialValue, error } }, init);
  formsComingBack.add(answer);
  return answer;
}

const formsComingBack = new WeakSet<Response>();

/** A 303 to a page of this site, with the toast that it will show. */
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
    id: (name = 'id') => numberInAddress(args.params[name]),
    fields,
    form: async (schema) => parseForm(await fields(), schema),
    files: async (limit) => {
      received = await receiveFiles(context.scope, args.request, limit);
      read = Promise.resolve(received.fields);
      return received;
    },
  };
  return { request, dispose: async () => received?.dispose() };
}

/** @throws NotFound for anything that is not a positive 32-bit whole number */
export function numberInAddress(text: string | undefined): number {
  const value = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : 0;
  if (value === 0 || value > 2_147_483_647) throw new NotFound();
  return value;
}

/**
 * Parses posted fields with a schema. `also` are mistakes found elsewhere, such as in files: all are told at once.
 * @throws the 422 answer that shows the form again, values kept
 */
export function parseForm<Schema extends z.ZodType>(
  fields: FormData,
  schema: Schema,
  also: Record<string, string[]> = {},
): z.output<Schema> {
  const submission = parseWithZod(fields, { schema });
  if (submission.status === 'success' && Object.keys(also).length === 0) {
    return submission.value as z.output<Schema>;
  }
  const found = Object.entries(submission.status === 'success' ? {} : (submission.error ?? {}));
  const error = {
    ...also,
    ...Object.fromEntries(found.map(([name, messages]) => [name, messages ? [...messages] : null])),
  };
  throw new InvalidForm({ form: { status: 'error', initialValue: shownAgain(fields), error } });
}

/** The values a form keeps when it comes back: all but the secrets. */
function shownAgain(fields: FormData): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of new Set(fields.keys())) {
    if (/password|^code$/i.test(name)) continue;
    const all = fields.getAll(name).filter((value) => typeof value === 'string');
    values[name] = all.length > 1 ? all : all[0];
  }
  return values;
}

import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { Invalid, NotAllowed, NotFound, Refused, SignInRequired } from '../errors.ts';
import type { Act } from '../features/limits/limits.ts';
import type { AdminScope, MemberScope, Scope } from '../scope.ts';
import { readObject } from './body.server.ts';
import { requireAdmin, requireMember } from './guards.server.ts';
import { log } from './log.server.ts';
import type { Received } from './multipart.server.ts';
import { databaseIsAway, diskFullMessage, diskIsFull } from './outage.server.ts';
import { type Context, numberInAddress } from './page.server.ts';
import { receiveFiles } from './receive.server.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

export interface CallRequest {
  request: Request;
  url: URL;
  params: Record<string, string | undefined>;
  context: Context;
  id: (name?: string) => number;
  /** The body, JSON or form, parsed. @throws Invalid with the messages by field */
  body: <Schema extends z.ZodType>(schema: Schema) => Promise<z.output<Schema>>;
  /** A form with files, in a folder that is gone once the answer is given. */
  files: (act?: Act) => Promise<Received>;
  /** For calls that take a form with files as well as JSON: what came by name, and the files. */
  sent: (act?: Act) => Promise<{ values: Record<string, unknown> } & Pick<Received, 'files' | 'folder'>>;
}

type Call = (args: Args) => Promise<unknown>;
type Handler<S extends Scope> = (scope: S, call: CallRequest) => Promise<unknown> | unknown;
type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A call that everybody may make. */
export const everyone = (handler: Handler<Scope>) => guarded(handler, (scope) => scope);
/** A call for signed-in members: 401 without. */
export const member = (handler: Handler<MemberScope>) => guarded(handler, requireMember);
/** A call for admins: 401 without sign-in, 403 for members. */
export const admin = (handler: Handler<AdminScope>) => {
  const call = guarded(handler, requireAdmin);
  forAdmins.add(call);
  return call;
};
const forAdmins = new WeakSet<Call>();

/**
 * The verbs of one address of `/api`: what a handler returns is the JSON body (200; null is 204),
 * what it throws becomes `{message, errors?}` with its status (contract.md 'JSON').
 */
export function api(verbs: Partial<Record<Verb, Call>>) {
  const allow = Object.keys(verbs)
    .flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb]))
    .join(', ');
  const notOffered = async () => answer(405, { message: 'Method Not Allowed' }, { Allow: allow });
  // Who is no admin learns nothing of their calls, not even the verbs (issue 5).
  const refuse = Object.values(verbs).every((call) => forAdmins.has(call)) ? admin(notOffered) : notOffered;
  const run = async (args: Args) => {
    const verb = args.request.method === 'HEAD' ? 'GET' : (args.request.method as Verb);
    const call = (Object.hasOwn(verbs, verb) && verbs[verb]) || refuse;
    const given = toResponse(await call(args));
    // What a call answers depends on who asks, if only by what is locked.
    if (!given.headers.has('Cache-Control')) given.headers.set('Cache-Control', 'private, no-store');
    return given;
  };
  return { loader: run, action: run };
}

/** 201 with the created thing. */
export const created = (body: unknown) => json(body, { status: 201 });

function guarded<S extends Scope>(handler: Handler<S>, guard: (scope: Scope) => S): Call {
  return async (args) => {
    const context = args.context as Context;
    const { call, dispose } = callRequest(args, context);
    try {
      return await handler(guard(context.scope), call);
    } catch (error) {
      return failure(error, args.request);
    } finally {
      await dispose();
    }
  };
}

function toResponse(value: unknown): Response {
  if (value instanceof Response) return value;
  if (value === null || value === undefined) return new Response(null, { status: 204 });
  return answer(200, value);
}

export function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  return json(body, { status, headers });
}

export function refusal(error: unknown): Response {
  if (error instanceof Response) return error;
  if (error instanceof Invalid) return answer(422, { message: error.message, errors: error.errors });
  if (error instanceof SignInRequired) return answer(401, { message: error.message });
  if (error instanceof NotAllowed) return answer(403, { message: error.message });
  if (error instanceof NotFound) return answer(404, { message: error.message });
  if (error instanceof Refused) {
    const errors = error.field ? { errors: { [error.field]: [error.message] } } : {};
    const headers = error.retryAfter ? { 'Retry-After': String(error.retryAfter) } : {};
    return answer(error.status, { message: error.message, ...errors }, headers as Record<string, string>);
  }
  if (databaseIsAway(error)) {
    return answer(
      503,
      { message: 'The database cannot be reached. Please try again.' },
      { 'Retry-After': '5' },
    );
  }
  if (diskIsFull(error)) return answer(507, { message: diskFullMessage }, { 'Retry-After': '60' });
  throw error;
}

/** A call is answered in JSON whatever happens; Remix would answer a line of text. */
function failure(error: unknown, request: Request): Response {
  try {
    return refusal(error);
  } catch (accident) {
    if (!request.signal.aborted)
      log.error({ error: accident, path: new URL(request.url).pathname }, 'failed');
    return answer(500, { message: 'Something broke on our side. We have written it down.' });
  }
}

function callRequest(args: Args, context: Context): { call: CallRequest; dispose: () => Promise<void> } {
  let received: Received | undefined;
  const call: CallRequest = {
    request: args.request,
    url: new URL(args.request.url),
    params: args.params,
    context,
    id: (name = 'id') => numberInAddress(args.params[name]),
    body: async (schema) => check(schema, await readObject(args.request)),
    files: async (act) => {
      received = await receiveFiles(context.scope, args.request, act);
      return received;
    },
    sent: async (act) => {
      if (!isForm(args.request)) return { values: await readObject(args.request), files: [], folder: '' };
      const { fields, files, folder } = await call.files(act);
      return { values: Object.fromEntries(fields), files, folder };
    },
  };
  return { call, dispose: async () => received?.dispose() };
}

const isForm = (request: Request) =>
  /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(
    request.headers.get('content-type') ?? '',
  );

/** Parses with zod. @throws Invalid, the messages by field path */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.map(String).join('.');
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  throw new Invalid(errors);
}

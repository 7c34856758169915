import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { Invalid, NotAllowed, NotFound, Refused, SignInRequired } from '../errors.ts';
import type { LimitName } from '../features/limits/limits.ts';
import type { AdminScope, MemberScope, Scope } from '../scope.ts';
import { formKind, readObject } from './body.server.ts';
import type { Description, Fitting } from './description.ts';
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
  /** A form with files, in a folder that is gone once the answer is given. */
  files: (limit?: LimitName) => Promise<Received>;
  /** For calls that take a form with files as well as JSON: what came by name, and the files. */
  sent: (
    limit?: LimitName,
  ) => Promise<{ values: Record<string, unknown> } & Pick<Received, 'files' | 'folder'>>;
}

/** What a described call asks by the schemas it is described with. */
interface Asked<D extends Description> extends CallRequest {
  /** The body, JSON or form, parsed. @throws Invalid with the messages by field */
  body: () => Promise<D['body'] extends z.ZodType ? z.output<D['body']> : never>;
  /** The query, parsed. @throws Invalid */
  query: () => D['query'] extends z.ZodType ? z.output<D['query']> : never;
}

type Who = 'everyone' | 'members' | 'admins';
export type Call = ((args: Args) => Promise<unknown>) & { who: Who; description: Description | null };
export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Verbs = Partial<Record<Verb, Call>>;

type Handler<S extends Scope> = (scope: S, call: never) => Promise<unknown> | unknown;

/** How a call is made: described, if it stands below `/api`, or with its handler alone (feeds, downloads, CSV). */
interface Making<S extends Scope> {
  <const D extends Description>(
    description: D,
    handler: (scope: S, call: Asked<D>) => Promise<Fitting<D>> | Fitting<D>,
  ): Call;
  (handler: (scope: S, call: CallRequest) => Promise<unknown> | unknown): Call;
}

/** A call that everybody may make. */
export const everyone = guarded<Scope>('everyone', (scope) => scope);
/** A call for signed-in members: 401 without. */
export const member = guarded<MemberScope>('members', requireMember);
/** A call for admins: 401 without sign-in, 403 for members. */
export const admin = guarded<AdminScope>('admins', requireAdmin);

const offered = new WeakMap<object, Verbs>();
/** The verbs behind a loader or action that `api` made, with what they say of themselves. */
export const verbsOf = (edge: object): Verbs => offered.get(edge) ?? {};

/**
 * The verbs of one address of `/api`: what a handler returns is the JSON body (200; null is 204),
 * what it throws becomes `{message, errors?}` with its status (contract.md 'JSON').
 */
export function api(verbs: Verbs) {
  const allow = Object.keys(verbs)
    .flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb]))
    .join(', ');
  const notOffered = async () => answer(405, { message: 'Method Not Allowed' }, { Allow: allow });
  // Who is no admin learns nothing of their calls, not even the verbs (issue 5).
  const refuse = Object.values(verbs).every(({ who }) => who === 'admins') ? admin(notOffered) : notOffered;
  const run = async (args: Args) => {
    const verb = args.request.method === 'HEAD' ? 'GET' : (args.request.method as Verb);
    const call = (Object.hasOwn(verbs, verb) && verbs[verb]) || refuse;
    const given = toResponse(await call(args));
    // What a call answers depends on who asks, if only by what is locked.
    if (!given.headers.has('Cache-Control')) given.headers.set('Cache-Control', 'private, no-store');
    return given;
  };
  offered.set(run, verbs);
  return { loader: run, action: run };
}

/** 201 with the created thing. */
export const created = <Body>(body: Body) => json(body, { status: 201 });

function guarded<S extends Scope>(who: Who, guard: (scope: Scope) => S): Making<S> {
  return (...given: [Description, Handler<S>] | [Handler<S>]) => {
    const [description, handler] = given.length === 2 ? given : [null, given[0]];
    const call = async (args: Args) => {
      const context = args.context as Context;
      const { call, dispose } = callRequest(args, context, description);
      try {
        return await handler(guard(context.scope), call as never);
      } catch (error) {
        return failure(error, args.request);
      } finally {
        await dispose();
      }
    };
    return Object.assign(call, { who, description });
  };
}

function toResponse(value: unknown): Response {
  if (value instanceof Response) return value;
  if (value === null || value === undefined) return new Response(null, { status: 204 });
  return answer(200, value);
}

/** An answer in JSON that is no plain 200. */
export function answer<Body>(status: number, body: Body, headers: Record<string, string> = {}) {
  return json(body, { status, headers });
}

/** How a call says the errors of the domain and the outages that pass. @throws the error when it is none of them */
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

function callRequest(args: Args, context: Context, description: Description | null) {
  let received: Received | undefined;
  const url = new URL(args.request.url);
  const { body = z.object({}), query = z.object({}) } = description ?? {};
  const call = {
    request: args.request,
    url,
    params: args.params,
    context,
    id: (name = 'id') => numberInAddress(args.params[name]),
    body: async () => check(body, await readObject(args.request)),
    query: () => check(query, Object.fromEntries(url.searchParams)),
    files: async (limit?: LimitName) => {
      received = await receiveFiles(context.scope, args.request, limit);
      return received;
    },
    sent: async (limit?: LimitName) => {
      if (!formKind(args.request)) return { values: await readObject(args.request), files: [], folder: '' };
      const { fields, files, folder } = await call.files(limit);
      return { values: Object.fromEntries(fields), files, folder };
    },
  };
  return { call, dispose: async () => received?.dispose() };
}

/** Parses with zod. @throws Invalid, the messages by field path, each said once */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.map(String).join('.');
    errors[field] = [...new Set([...(errors[field] ?? []), issue.message])];
  }
  throw new Invalid(errors);
}

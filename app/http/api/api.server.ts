import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { Invalid, NotAllowed, NotFound, Refused, SignInRequired } from '../../errors.ts';
import type { AdminScope, CuratorScope, MemberScope, Scope } from '../../scope.ts';
import type { Context } from '../pages/page.server.ts';
import { wholeJson } from '../pages/whole-body.ts';
import { requireAdmin, requireCurator, requireMember } from '../security/guards.server.ts';
import { log } from '../telemetry/log.server.ts';
import { outageOf, retryAfterSeconds } from '../telemetry/outage.server.ts';
import { type CallArgs, type CallRequest, DescribedCall, LazyArgs } from './call-request.server.ts';
import type { Description, Fitting } from './description.ts';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** A request whose parts are made at their first use. */
interface DirectArgs {
  method: string;
  params: Args['params'];
  context: Context;
  request: () => Request;
}

interface Asked<D extends Description> extends CallRequest {
  body: () => Promise<D['body'] extends z.ZodType ? z.output<D['body']> : never>;
  query: () => D['query'] extends z.ZodType ? z.output<D['query']> : never;
}

type Who = 'everyone' | 'members' | 'curators' | 'admins';
export type Call = ((args: Args) => Promise<unknown>) & { who: Who; description: Description | null };
export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Verbs = Partial<Record<Verb, Call>>;

const nothing = z.object({});

type Handler<S extends Scope> = (scope: S, call: never) => Promise<unknown> | unknown;

/** A call has a description below `/api`, or a handler alone (feeds, downloads, CSV). */
interface CallFactory<S extends Scope> {
  <const D extends Description>(
    description: D,
    handler: (scope: S, call: Asked<D>) => Promise<Fitting<D>> | Fitting<D>,
  ): Call;
  (handler: (scope: S, call: CallRequest) => Promise<unknown> | unknown): Call;
}

export const everyone = guarded<Scope>('everyone', (scope) => scope);
export const member = guarded<MemberScope>('members', requireMember);
/** A call for admins: 401 without sign-in, 403 for members. */
export const admin = guarded<AdminScope>('admins', requireAdmin);
/** A call for curators of the map and for admins. */
export const curator = guarded<CuratorScope>('curators', requireCurator);

const verbsByHandler = new WeakMap<object, Verbs>();
const directHandlers = new WeakMap<object, (args: DirectArgs) => Promise<Response>>();
/** The verbs of a loader or action made by `api`, with their descriptions. */
export const verbsOf = (edge: object): Verbs => verbsByHandler.get(edge) ?? {};

/** How a call is answered without Remix; undefined for what `api` did not make. */
export const directHandlerOf = (edge: object) => directHandlers.get(edge);

/** A returned value becomes the JSON body (null is 204), a thrown error `{message, errors?}` with its status. */
export function api(verbs: Verbs) {
  const allow = Object.keys(verbs)
    .flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb]))
    .join(', ');
  const notOffered = async () => answer(405, { message: 'Method Not Allowed' }, { Allow: allow });
  // Non-admins are not shown which verbs an admin call has.
  const refuse = Object.values(verbs).every(({ who }) => who === 'admins') ? admin(notOffered) : notOffered;
  const answerTo = async (args: Args, method = args.request.method) => {
    const verb = method === 'HEAD' ? 'GET' : (method as Verb);
    const call = (Object.hasOwn(verbs, verb) && verbs[verb]) || refuse;
    const given = toResponse(await call(args));
    // The answer of a call depends on the viewer, if only by what is locked.
    if (!given.headers.has('Cache-Control')) given.headers.set('Cache-Control', 'private, no-store');
    return given;
  };
  const run = (args: Args) => answerTo(args);
  const direct = async ({ method, params, context, request }: DirectArgs) => {
    const given = await answerTo(new LazyArgs(params, context, request), method);
    return method === 'HEAD' ? new Response(null, given) : given;
  };
  directHandlers.set(run, direct);
  verbsByHandler.set(run, verbs);
  return { loader: run, action: run };
}

function guarded<S extends Scope>(who: Who, guard: (scope: Scope) => S): CallFactory<S> {
  return (...given: [Description, Handler<S>] | [Handler<S>]) => {
    const [description, handler] = given.length === 2 ? given : [null, given[0]];
    const call = async (args: Args) => {
      const { body = nothing, query = nothing } = description ?? {};
      const asked = new DescribedCall(args as CallArgs, { body, query });
      try {
        return await handler(guard(asked.context.scope), asked as never);
      } catch (error) {
        return failure(error, args);
      } finally {
        await asked.dispose();
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

/** A JSON answer with another status than 200. */
export function answer<Body>(status: number, body: Body, headers: Record<string, string> = {}) {
  return wholeJson(body, { status, headers });
}

/** The answer to a domain error or a temporary outage. @throws the error when it is neither */
export function refusal(error: unknown): Response {
  if (error instanceof Response) return error;
  if (error instanceof Invalid) return answer(422, { message: error.message, errors: error.errors });
  if (error instanceof SignInRequired) return answer(401, { message: error.message });
  if (error instanceof NotAllowed) return answer(403, { message: error.message });
  if (error instanceof NotFound) return answer(404, { message: error.message });
  if (error instanceof Refused) {
    const errors = error.field ? { errors: { [error.field]: [error.message] } } : {};
    const retryAfter = error.retryAfter ?? (error.status === 503 ? retryAfterSeconds : null);
    const headers = retryAfter ? { 'Retry-After': String(retryAfter) } : {};
    return answer(error.status, { message: error.message, ...errors }, headers as Record<string, string>);
  }
  const outage = outageOf(error);
  if (outage) return answer(outage.status, { message: outage.message }, { ...outage.headers });
  throw error;
}

/** Answers unexpected errors in JSON too; Remix would answer a line of text. */
function failure(error: unknown, { request }: Args): Response {
  try {
    return refusal(error);
  } catch (accident) {
    if (!request.signal.aborted)
      log.error({ error: accident, path: new URL(request.url).pathname }, 'failed');
    return answer(500, { message: 'Something broke on our side. We have written it down.' });
  }
}

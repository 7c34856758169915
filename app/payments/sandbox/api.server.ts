import { ApiError } from './api-error.server.ts';
import type { SandboxDatabase } from './database.server.ts';
import { apiVersion } from './emit.server.ts';
import { ConnectionLost, consumeFault, injectFaults } from './faults.sql.server.ts';
import { decodeForm, text } from './form.server.ts';
import { type Answer, keepAnswer, keptAnswer } from './idempotency.sql.server.ts';
import { type Call, inspected } from './inspector.server.ts';
import { presented } from './present.server.ts';
import type { Route } from './route.ts';
import { routeOf } from './routes.server.ts';
import { newId } from './state.server.ts';
import { type Core, changeInside, load, oneAtATime } from './store.sql.server.ts';

/** Ids in a request that say which customer it is about. */
const customerParams = ['customer', 'payment_intent', 'subscription', 'from_subscription'];

/** The part of Stripe's API that the product uses. @throws ConnectionLost where the caller gets no answer */
export function openApi(core: Core, secretKey: string) {
  const { db, inspector } = core;

  /** The refusals that come before a call does anything (https://docs.stripe.com/api/errors). */
  function routeFor(request: Request, { verb, path, params }: Call): Route {
    if (request.headers.get('authorization') !== `Bearer ${secretKey}`) {
      throw new ApiError(401, 'Invalid API Key provided');
    }
    const version = request.headers.get('stripe-version');
    if (version !== apiVersion)
      throw new ApiError(400, `Unexpected API version ${version}`, { param: 'version' });
    const route = routeOf(verb, path);
    if (!route) throw new ApiError(404, `Unrecognized request URL (${verb}: ${path})`);
    const problems = inspector?.request(route.params, params) ?? [];
    if (problems.length > 0) {
      throw new ApiError(400, problems.join('; '), { param: problems[0]?.split(':')[0] ?? '' });
    }
    return route;
  }

  /** Does what a call asks, on the objects of its customer. */
  async function perform(
    inside: SandboxDatabase,
    route: Route,
    { verb, path, params }: Call,
  ): Promise<Answer> {
    const id = route.path.exec(path)?.[1] ?? '';
    const ids = [id, ...customerParams.flatMap((name) => text(params, name) ?? [])];
    const expand = Array.isArray(params.expand) ? params.expand.map(String) : [];
    const act = async (state: Awaited<ReturnType<typeof load>>) => {
      const body = presented(state, await route.handle(state, id, params, inside), expand);
      inspect(route, body);
      return { status: 200, body: JSON.stringify(body) };
    };
    if (verb === 'GET') return act(await load(inside, core, ids));
    return changeInside(inside, core, { ids, at: core.now() }, act);
  }

  function inspect({ answer, list }: Route, body: object) {
    const data: unknown = Reflect.get(body, 'data');
    inspected(core, answer, list && Array.isArray(data) ? data : [body]);
  }

  /** A call that changes something runs alone, and once for each key. */
  async function once(route: Route, call: Call): Promise<Answer> {
    const order = { key: call.key ?? '', request: JSON.stringify([call.path, call.params]), now: core.now() };
    return db.transaction(async (inside) => {
      await oneAtATime(inside);
      if (!call.key) return perform(inside, route, call);
      const kept = await keptAnswer(inside, order);
      if (kept) return kept;
      let answer: Answer;
      if ((await consumeFault(inside, 'fail_stored')) !== null) answer = failure;
      else answer = await perform(inside, route, call).catch(begunRefusal);
      await keepAnswer(inside, order, answer);
      return answer;
    });
  }

  async function answerTo(request: Request, call: Call): Promise<Answer> {
    if (await injectFaults(db)) return failure;
    try {
      const route = routeFor(request, call);
      if (call.verb === 'GET') return await perform(db, route, call);
      return await once(route, call);
    } catch (error) {
      if (error instanceof ApiError) return refusal(error);
      return refusal(
        new ApiError(500, `The sandbox failed: ${error instanceof Error ? error.message : error}`),
      );
    } finally {
      if (call.verb !== 'GET') core.afterwards();
    }
  }

  return async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const sent = request.method === 'GET' ? '' : await request.text();
    const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null;
    const params = decodeForm(sent || url.search.slice(1));
    const call = { verb: request.method, path: url.pathname, key, params };
    const { status, body, isReplayed } = await answerTo(request, call);
    inspector?.called(call, status);
    if (key && (await consumeFault(db, 'drop_answer')) !== null)
      throw new ConnectionLost('The answer was lost');
    return new Response(body, {
      status,
      headers: {
        'content-type': 'application/json',
        'request-id': newId('req'),
        'stripe-version': apiVersion,
        ...(isReplayed && { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' }),
      },
    });
  };
}

const refusal = ({ status, body }: ApiError): Answer => ({ status, body: JSON.stringify(body) });
const failure = refusal(new ApiError(500, 'An unexpected error occurred'));

/** A refusal that is an answer of its own, once the call has begun; a failed validation is thrown on. */
function begunRefusal(error: unknown): Answer {
  if (error instanceof ApiError && error.hasBegun) return refusal(error);
  throw error;
}

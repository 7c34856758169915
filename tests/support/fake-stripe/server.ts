import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { account, type Books, Fault, newId, type Route } from './books.ts';
import { checkAnswer, checkRequest } from './check.ts';
import { checkoutRoutes } from './checkout.ts';
import { decodeForm, type Params } from './form.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import { paymentRoutes } from './payment-routes.ts';
import { planRoutes } from './plan-routes.ts';
import { presented } from './present.ts';
import { scheduleRoutes } from './schedule-routes.ts';

const routes: Route[] = [
  ...paymentRoutes,
  ...checkoutRoutes,
  ...planRoutes,
  ...invoiceRoutes,
  ...scheduleRoutes,
];
const apiVersion = '2026-10-28.endive';

/** Failures for the next calls. Each one is used once. */
export interface InjectedFaults {
  delayMs: number;
  /** Answers 500 before anything happened. */
  fail: number;
  /** Answers 500, and keeps that answer under the call's key. */
  failStored: number;
  /** Does it, then drops the connection. */
  drop: number;
  /** Never answers. */
  silence: number;
  /** Refuses all calls until it is false again. */
  off: boolean;
  /** Allows answers that the SDK's types do not know, as a later API might send. */
  unchecked: boolean;
}

export const calm: InjectedFaults = {
  delayMs: 0,
  fail: 0,
  failStored: 0,
  drop: 0,
  silence: 0,
  off: false,
  unchecked: false,
};

export interface Call {
  verb: string;
  path: string;
  key: string | null;
  params: Params;
  status: number;
}

interface Answer {
  status: number;
  body: object;
}

interface Stored {
  request: string;
  answer: Answer;
}

interface Serving {
  books: Books;
  faults: InjectedFaults;
  calls: Call[];
}

/** Serves the part of Stripe's API that the product uses, on a free port of this machine. */
export async function serve({ books, faults, calls }: Serving) {
  const stored = new Map<string, Stored>();

  const answerTo = (request: IncomingMessage, url: URL, params: Params): Answer => {
    if (request.headers.authorization !== `Bearer ${account.secretKey}`) {
      return refusal(new Fault(401, 'Invalid API Key provided'));
    }
    if (request.headers['stripe-version'] !== apiVersion) {
      return refusal(new Fault(400, `Unexpected API version ${request.headers['stripe-version']}`));
    }
    const route = routes.find(({ verb, path }) => verb === request.method && path.test(url.pathname));
    if (!route)
      return refusal(new Fault(404, `Unrecognized request URL (${request.method}: ${url.pathname})`));
    const problems = checkRequest(route.params, params);
    if (problems.length > 0) {
      const [problem = ''] = problems;
      return refusal(new Fault(400, problems.join('; '), { param: problem.split(':')[0]! }));
    }
    try {
      const id = route.path.exec(url.pathname)?.[1] ?? '';
      const expand = Array.isArray(params.expand) ? params.expand.map(String) : [];
      const body = presented(books, route.act(books, id, params), expand);
      const things = route.list ? (Reflect.get(body, 'data') as object[]) : [body];
      const wrong = faults.unchecked ? [] : things.flatMap((thing) => checkAnswer(route.answer, thing));
      if (wrong.length > 0) throw new Error(`Wrong answer: ${wrong.slice(0, 3).join('; ')}`);
      return { status: 200, body };
    } catch (error) {
      if (error instanceof Fault) return refusal(error);
      return refusal(new Fault(400, `Fake: ${error instanceof Error ? error.message : String(error)}`));
    }
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    const params = decodeForm(Buffer.concat(chunks).toString() || url.search.slice(1));
    if (faults.off) return void request.socket.destroy();
    if (faults.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.delayMs));
    if (strikes(faults, 'silence')) return;
    const key = request.method === 'POST' ? String(request.headers['idempotency-key'] ?? '') : '';
    const text = JSON.stringify([request.method, url.pathname, params]);
    const before = key ? stored.get(key) : undefined;
    let answer: Answer;
    if (before && before.request !== text) answer = refusal(keyReused(key));
    else if (before) answer = before.answer;
    else if (strikes(faults, 'fail')) answer = refusal(new Fault(500, 'An unexpected error occurred'));
    else {
      const broken = strikes(faults, 'failStored');
      answer = broken
        ? refusal(new Fault(500, 'An unexpected error occurred'))
        : answerTo(request, url, params);
      // Requests that fail validation are not stored. They may be corrected and sent again.
      if (key && (broken || answer.status < 400 || answer.status === 402))
        stored.set(key, { request: text, answer });
    }
    calls.push({
      verb: request.method ?? '',
      path: url.pathname,
      key: key || null,
      params,
      status: answer.status,
    });
    if (strikes(faults, 'drop')) return void request.socket.destroy();
    const headers = {
      'content-type': 'application/json',
      'request-id': newId('req'),
      'stripe-version': apiVersion,
      ...(before &&
        answer === before.answer && { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' }),
    };
    response.writeHead(answer.status, headers).end(JSON.stringify(answer.body));
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const refusal = (fault: Fault): Answer => ({ status: fault.status, body: fault.body });

const keyReused = (key: string) =>
  new Fault(400, `Keys for idempotent requests can only be used with the same parameters (${key}).`, {
    type: 'idempotency_error',
  });

function strikes(faults: InjectedFaults, name: 'fail' | 'failStored' | 'drop' | 'silence'): boolean {
  if (faults[name] === 0) return false;
  faults[name] -= 1;
  return true;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Env } from '../../env.server.ts';
import { pathOf } from '../node-request.ts';
import { answerError, errorAnswer, Overload, wantsPage } from '../telemetry/error-answer.server.ts';
import { countRequest } from '../telemetry/metrics.server.ts';
import { safeHeaders, setHeaders } from './gates.server.ts';
import { policyOf } from './policy.server.ts';

/** What answers requests for which the process has no time (ADR-089); all that such answers need is made once. */
export function refusals(env: Env) {
  const [policy, overload] = [policyOf('', { hasStripe: false }), new Overload('Too much to do')];
  const made = (wantsPage: boolean) => {
    const { status, headers, body } = errorAnswer(overload, { wantsPage, isRead: true, reference: '' });
    const bytes = Buffer.from(body);
    const all = { ...safeHeaders(env, policy), ...headers, 'Content-Length': String(bytes.length) };
    return { status, headers: Object.entries(all).flat(), bytes };
  };
  const [page, data] = [made(true), made(false)];
  return {
    refuse(request: IncomingMessage, response: ServerResponse, error: Error = overload) {
      setHeaders(response, env, policy);
      answerError(error, request, response);
    },
    /** For a GET that nothing was done for: the same, without a reference, because the log has no line of it. */
    refuseAtOnce(request: IncomingMessage, response: ServerResponse) {
      const { status, headers, bytes } = wantsPage(request) ? page : data;
      response.writeHead(status, headers).end(bytes);
      countRequest({ method: 'GET', path: pathOf(request), status, seconds: 0 });
    },
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerError, TooManyRequests } from '../telemetry/error-answer.server.ts';

type Pass = (request: IncomingMessage) => Promise<number | null>;

/** Runs before pages, calls and media, and answers 429 before any look-up. */
export function limitRequests(pass: Pass) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    pass(request)
      // Without its database the site answers 503 later.
      .catch(() => null)
      .then((wait) => (wait === null ? next() : answerError(new TooManyRequests(wait), request, response)));
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerTrouble, TooMany } from './trouble.server.ts';

type Pass = (request: IncomingMessage) => Promise<number | null>;

/** Stands before pages, calls and media: whoever asks for too much gets 429 before anything is looked up. */
export function underCeiling(pass: Pass) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    pass(request)
      // Without its database the site says so itself.
      .catch(() => null)
      .then((wait) => (wait === null ? next() : answerTrouble(new TooMany(wait), request, response)));
  };
}

import type { ServerResponse } from 'node:http';
import type { NodeRequest } from '../node-request.ts';
import { encodingOf } from './encoding.server.ts';
import { collect } from './whole-answer.server.ts';
import { sendWireResponse, type WireResponse, wireResponse } from './wire-response.server.ts';

type Serve = (request: never, response: never, next: (error?: unknown) => void) => void;

/** The build has some sixty files of half a megabyte; larger ones are read from the disk. */
const largestBytes = 300_000;
const mostBytes = 20_000_000;

/** Keeps the answers for files of the build, which do not change while the process lives.
 *  @param isAllowed whether the cache may answer before other handlers check the request */
export function fileCache({ isAllowed }: { isAllowed: (request: NodeRequest) => boolean }) {
  const cached = new Map<string, WireResponse>();
  let bytes = 0;

  /** Browsers name their encodings in few ways, so each way has its own answer. */
  const keyOf = (request: NodeRequest) => `${encodingOf(request)} ${request.originalUrl ?? request.url}`;

  const isWhole = ({ headers }: NodeRequest) =>
    headers.range === undefined && headers['if-modified-since'] === undefined;

  return {
    /** @returns whether the answer is kept */
    serveFromCache(request: NodeRequest, response: ServerResponse): boolean {
      if (cached.size === 0) return false;
      const wire = cached.get(keyOf(request));
      if (!wire || !isWhole(request) || !isAllowed(request)) return false;
      sendWireResponse(request, response, wire);
      return true;
    },
    /** Wraps the handler of files, and keeps what it sends. What it passes on is no file, and may be private. */
    keep:
      (serve: Serve) => (request: NodeRequest, response: ServerResponse, next: (error?: unknown) => void) => {
        const url = request.originalUrl ?? request.url ?? '';
        const key = keyOf(request);
        // A query would let strangers fill the cache with copies of one file.
        if (request.method !== 'GET' || url.includes('?') || !isWhole(request) || cached.has(key)) {
          serve(request as never, response as never, next);
          return;
        }
        const length = () => Number(response.getHeader('content-length'));
        const restore = collect(
          response,
          (body) => {
            if (body.length === length() && bytes + body.length <= mostBytes) {
              bytes += body.length;
              cached.set(key, wireResponse(url, response.getHeaders(), body));
            }
            response.end(body);
          },
          () => response.statusCode === 200 && length() <= largestBytes,
        );
        serve(request as never, response as never, (error) => {
          restore();
          next(error);
        });
      },
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createReadableStreamFromReadable, createRequestHandler, type ServerBuild } from '@remix-run/node';
import { arrivedBody } from '../uploads/arriving-bodies.server.ts';
import { directAnswer, withReplays } from './direct-answer.server.ts';
import type { Context } from './page.server.ts';
import { wholeBodyOf } from './whole-body.ts';

type Asked = IncomingMessage & { originalUrl: string; protocol: string };
type OpenScope = (request: IncomingMessage, response?: ServerResponse) => Promise<Context>;
/** Called before an answer is sent. */
type NoteWrite = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
export type Handler = (request: Asked, response: ServerResponse, next: (error?: unknown) => void) => void;

/** As `createRequestHandler` of @remix-run/express, but plain answers leave in one piece, and what has only one way to
 *  go does not take Remix's detours (ADR-062). */
export function remixHandler(build: ServerBuild, openScope: OpenScope, noteWrite: NoteWrite): Handler {
  const byRemix = createRequestHandler(withReplays(build));
  const direct = directAnswer(build);
  return async (asked, response, next) => {
    try {
      const request = lazyRequest(asked, response);
      const context = { ...(await openScope(asked, response)), takesWholePages: true };
      const answer =
        (await direct?.(asked, request, context)) ?? (await byRemix(request(), context as Context));
      await noteWrite(asked, response);
      await send(response, answer);
    } catch (error) {
      next(error);
    }
  };
}

/** Makes Fetch's request at its first use: most calls need none. */
function lazyRequest(asked: Asked, response: ServerResponse): () => Request {
  let made: Request | null = null;
  return () => {
    made ??= fetchRequest(asked, response);
    return made;
  };
}

function fetchRequest(asked: Asked, response: ServerResponse): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(asked.headers))
    for (const each of [value ?? []].flat()) headers.append(name, each);
  const leaving = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  const method = asked.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const request = new Request(urlOf(asked), {
    method,
    headers,
    ...(hasBody && { body: arrivedBody(asked) ?? createReadableStreamFromReadable(asked), duplex: 'half' }),
  });
  // Passed to the constructor, a signal is watched by a `FinalizationRegistry`, which keeps all of the request until the next
  // full garbage collection (ADR-090). A copy of this request, which nothing makes, would not be aborted.
  return Object.defineProperty(request, 'signal', { value: leaving.signal });
}

export function urlOf({ protocol, headers, originalUrl }: Asked): string {
  const url = `${protocol}://${headers.host}${originalUrl}`;
  return URL.canParse(url) ? url : `${protocol}://localhost${originalUrl}`;
}

async function send(response: ServerResponse, answer: Response): Promise<void> {
  // In the meantime it was answered that it takes too long (watch.server.ts).
  if (response.headersSent) return answer.body?.cancel();
  response.statusCode = answer.status;
  if (answer.statusText) response.statusMessage = answer.statusText;
  for (const [name, value] of answer.headers) {
    const before = response.getHeader(name);
    response.setHeader(name, before === undefined ? value : [before, value].flat().map(String));
  }
  const whole = wholeBodyOf(answer);
  if (whole !== undefined || !answer.body) return void response.end(whole);
  await writeStream(answer.body, response);
}

/** Writes a stream no faster than it is read, and gives it up when nobody reads any more. Remix's own function would
 *  read all of it into memory. */
export async function writeStream(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return void response.end();
      if (!response.destroyed && !response.write(value)) await hasRoom(response);
      if (response.destroyed) return void (await reader.cancel());
    }
  } catch (error) {
    // Cut off, so that no reader takes it for whole.
    response.destroy(error as Error);
    throw error;
  }
}

const hasRoom = (response: ServerResponse) =>
  new Promise<void>((done) => {
    const over = () => {
      response.off('drain', over).off('close', over);
      done();
    };
    response.on('drain', over).on('close', over);
  });

import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { NodeRequest } from '../node-request.ts';
import { compressed, encodingOf } from './encoding.server.ts';

/** Smaller answers fit into one packet anyway. */
const leastBytes = 1_024;
const texts = /^(text\/|application\/([\w.-]+\+)?(json|xml)\b|image\/svg\+xml)/;

/** Requests whose answer is being made or compressed. */
let underWay = 0;
const fewUnderWay = 3;

/** A process that hardly rested for a second has more to do than it shows: most requests still wait in the network. */
const sampleMs = 1_000;
const busyShare = 0.9;
let sample = { at: performance.now(), load: performance.eventLoopUtilization() };
let isBusy = false;

function noteLoad() {
  const at = performance.now();
  if (at - sample.at < sampleMs) return;
  const load = performance.eventLoopUtilization();
  isBusy = performance.eventLoopUtilization(load, sample.load).utilization > busyShare;
  sample = { at, load };
}

/** Collects what is written, and calls `onEnd` with it instead of ending the response.
 *  @param isCollected asked at the first bytes, once the headers are known; false lets all bytes pass
 *  @returns gives the response its own methods back */
export function collect(
  response: ServerResponse,
  onEnd: (body: Buffer) => void,
  isCollected: () => boolean = () => true,
): () => void {
  const { write, end } = response;
  const chunks: Buffer[] = [];
  const restore = () => void Object.assign(response, { write, end });
  const take = (chunk: unknown, encoding: unknown) => {
    if (!chunk || typeof chunk === 'function') return;
    const letters = typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8';
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, letters) : (chunk as Buffer));
  };
  const passes = () => {
    if (chunks.length > 0 || isCollected()) return false;
    restore();
    return true;
  };
  const collectPart = (...args: Parameters<typeof write>) => {
    if (passes()) return write.apply(response, args);
    const [chunk, encoding, called] = args as unknown[];
    take(chunk, encoding);
    const then = typeof encoding === 'function' ? encoding : called;
    if (typeof then === 'function') queueMicrotask(() => then());
    return true;
  };
  const collectEnd = (...args: Parameters<typeof end>) => {
    if (passes()) return end.apply(response, args);
    const [chunk, encoding] = args as unknown[];
    take(chunk, encoding);
    restore();
    onEnd(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    return response;
  };
  // Not one by one: V8 makes a function that is assigned to a property an old object, which keeps the whole request until the
  // next full garbage collection (ADR-090).
  Object.assign(response, { write: collectPart, end: collectEnd });
  return restore;
}

/** Sends a collected answer, compressed in one call if it is text. */
export async function sendWhole(request: NodeRequest, response: ServerResponse, body: Buffer): Promise<void> {
  const isText = texts.test(String(response.getHeader('content-type')));
  if (isText) response.setHeader('Vary', withEncoding(response.getHeader('vary')));
  const encoding =
    isText && body.length >= leastBytes && !response.hasHeader('content-encoding') ? encodingOf(request) : '';
  // Where many wait for the processor, each waits for all others.
  const pace = isBusy || underWay > fewUnderWay ? 'hurried' : 'usual';
  const made = encoding ? await compressed(encoding, body, pace).catch(() => null) : null;
  // The request may have timed out and been answered while this ran.
  if (response.headersSent || response.destroyed) return;
  if (made) response.setHeader('Content-Encoding', encoding);
  if (request.method !== 'HEAD') response.setHeader('Content-Length', (made ?? body).length);
  response.end(made ?? body);
}

/** Compresses texts at their end; everything else passes as it is written. */
export function compressTexts(request: NodeRequest, response: ServerResponse, next: () => void): void {
  if (request.method !== 'HEAD') compressAtEnd(request, response);
  next();
}

function compressAtEnd(request: NodeRequest, response: ServerResponse) {
  underWay += 1;
  noteLoad();
  let isOver = false;
  const over = () => {
    if (!isOver) underWay -= 1;
    isOver = true;
  };
  response.once('close', over);
  collect(
    response,
    (body) => void sendWhole(request, response, body).finally(over),
    () => {
      const isText = !response.headersSent && texts.test(String(response.getHeader('content-type')));
      // A file that is sent for minutes is no work for the processor.
      if (!isText) over();
      return isText;
    },
  );
}

export const withEncoding = (vary: unknown) => {
  const names = [vary ?? []].flat().join(', ');
  if (/(^|,\s*)accept-encoding\s*(,|$)/i.test(names)) return names;
  return names ? `${names}, Accept-Encoding` : 'Accept-Encoding';
};

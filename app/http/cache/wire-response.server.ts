import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { timesOf } from '../telemetry/metrics.server.ts';
import { nextRequestId } from '../telemetry/request-id.server.ts';
import type { AnswerTimes } from '../telemetry/request-times.server.ts';
import { isKnownTag } from './known-tag.ts';

/** A complete answer, ready to be sent: headers as names and values in turns, as Node writes them fastest. */
export interface WireResponse {
  headers: string[];
  /** The headers of a 304. */
  headersOfKnown: string[];
  etag: string;
  /** Short ones as text with a character a byte: Node then sends head and body as one piece, which takes a tenth less. */
  body: Buffer | string;
  path: string;
  /** Where whole answers are counted, and those with status 304 once there was one. */
  whole: AnswerTimes;
  known: AnswerTimes | null;
}

const longestText = 16_384;

/** Those of one request or connection, and the length, which only the whole answer has. */
const notKept = new Set([
  'x-request-id',
  'connection',
  'keep-alive',
  'date',
  'content-length',
  'transfer-encoding',
]);
const ofBody = new Set(['content-type', 'content-encoding']);

/** @param path of the address, for the metrics */
export function wireResponse(path: string, headers: OutgoingHttpHeaders, body: Buffer): WireResponse {
  const kept = Object.entries(headers).filter(([name]) => !notKept.has(name));
  const flat = (pairs: typeof kept) =>
    pairs.flatMap(([name, value]) => [value ?? []].flat().flatMap((each) => [name, String(each)]));
  return {
    headers: [...flat(kept), 'content-length', String(body.length)],
    headersOfKnown: flat(kept.filter(([name]) => !ofBody.has(name))),
    etag: String(headers.etag ?? ''),
    body: body.length > longestText ? body : body.toString('latin1'),
    path,
    whole: timesOf(path, 200),
    known: null,
  };
}

/** Sends the answer, or 304 to a browser that has it, and counts it. Nothing may have set a header before: Node then
 *  writes all of them one by one, which takes longer than everything else here. */
export function sendWireResponse(
  { headers }: IncomingMessage,
  response: ServerResponse,
  wire: WireResponse,
): void {
  const tag = headers['if-none-match'];
  if (tag !== undefined && wire.etag !== '' && isKnownTag(tag, wire.etag)) {
    response.writeHead(304, [...wire.headersOfKnown, 'x-request-id', nextRequestId()]).end();
    wire.known ??= timesOf(wire.path, 304);
    wire.known.add(0);
    return;
  }
  response.writeHead(200, [...wire.headers, 'x-request-id', nextRequestId()]).end(wire.body, 'latin1');
  wire.whole.add(0);
}

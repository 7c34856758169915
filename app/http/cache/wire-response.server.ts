import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { nextRequestId } from '../telemetry/request-id.server.ts';
import { isKnownTag } from './known-tag.ts';

/** A complete answer, ready to be sent: headers as names and values in turns, as Node writes them fastest. */
export interface WireResponse {
  headers: string[];
  /** The headers of a 304. */
  headersOfKnown: string[];
  etag: string;
  body: Buffer;
}

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

export function wireResponse(headers: OutgoingHttpHeaders, body: Buffer): WireResponse {
  const kept = Object.entries(headers).filter(([name]) => !notKept.has(name));
  const flat = (pairs: typeof kept) =>
    pairs.flatMap(([name, value]) => [value ?? []].flat().flatMap((each) => [name, String(each)]));
  return {
    headers: [...flat(kept), 'content-length', String(body.length)],
    headersOfKnown: flat(kept.filter(([name]) => !ofBody.has(name))),
    etag: String(headers.etag ?? ''),
    body,
  };
}

/** Sends the answer, or 304 to a browser that has it. Nothing may have set a header before: Node then writes all of them
 *  one by one, which takes longer than everything else here.
 *  @returns the status */
export function sendWireResponse(
  request: IncomingMessage,
  response: ServerResponse,
  wire: WireResponse,
): 200 | 304 {
  const known = request.headers['if-none-match'];
  if (known !== undefined && wire.etag !== '' && isKnownTag(known, wire.etag)) {
    response.writeHead(304, [...wire.headersOfKnown, 'x-request-id', nextRequestId()]).end();
    return 304;
  }
  response.writeHead(200, [...wire.headers, 'x-request-id', nextRequestId()]).end(wire.body);
  return 200;
}

import type { Viewer } from '../../../app/scope.ts';
import type { Asked, liveWorld } from '../site/live.ts';

export type LiveWorld = ReturnType<typeof liveWorld>;

/** One request that a browser or a program may send, ready to be sent eight times at once. */
export interface SampleRequest {
  /** The address with ids of existing rows. */
  path: string;
  /** The signed-in viewer. Null for a visitor. */
  as: Viewer | null;
  /** The cookie as the browser has it, instead of a session. */
  cookie?: string;
  /** A posted form. */
  fields?: Record<string, string>;
  /** A posted form with files, made anew for each request. */
  files?: () => FormData;
  json?: unknown;
  /** A chunk of a file. */
  bytes?: { type: string; offset: number; body: Uint8Array };
  /** A payment whose event reaches the webhook at the same moment. */
  paymentId?: string;
  /** A body with the headers that sign it. */
  signed?: { headers: Record<string, string>; body: string };
  /** A number to read in SQL, and by how much the eight requests together change it. Two numbers are the least and
   *  the most, if the order decides whether the change is already made. */
  effect: [count: string, by: number | [least: number, most: number]] | null;
}

/** By the row of the route table, such as `POST /content/:id/like`; each makes the people and things it needs. */
export type SampleRequests = Record<string, (world: LiveWorld) => Promise<SampleRequest>>;

/** A word that no other press uses. */
let made = 0;
export const fresh = (word: string) => {
  made += 1;
  return `${word}${made}`;
};

/** The row of a sample request. A text in brackets distinguishes several of one row. */
export const rowOf = (name: string) => name.replace(/ \(.*\)$/, '');

/** What is sent of a sample request; a body with files is made anew each time. */
export function askedBy(
  { fields, files, json, bytes, signed }: SampleRequest,
  method: string,
  cookie: string | null,
  origin: string,
): Asked {
  const headers: Record<string, string> = { origin, ...signed?.headers };
  const asked = { method, headers, as: cookie };
  if (signed) return { ...asked, body: signed.body };
  if (bytes) {
    const piece = { 'content-type': bytes.type, 'upload-offset': String(bytes.offset) };
    return { ...asked, headers: { ...headers, ...piece }, body: bytes.body };
  }
  if (files) return { ...asked, body: files() };
  if (fields) return { ...asked, body: new URLSearchParams(fields) };
  return json === undefined ? asked : { ...asked, json };
}

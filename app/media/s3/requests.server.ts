import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Settings } from '../../s3-url.ts';
import { type CallLimits, call } from '../store-calls.server.ts';
import { StoreError } from '../store-error.ts';
import { textOf } from './xml.ts';

/** Times are in milliseconds. */
export interface S3Limits extends Pick<CallLimits, 'callMs' | 'tries' | 'pauseMs'> {
  /** For one part of an upload, or a small file. */
  partMs: number;
  /** For what the store does with a whole file: sending it to us, or joining its parts. */
  fileMs: number;
}

export const defaultS3Limits: S3Limits = {
  callMs: 15_000,
  partMs: 2 * 60_000,
  fileMs: 15 * 60_000,
  tries: 4,
  pauseMs: 300,
};

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Empty for the bucket itself. */
  object?: string;
  query?: Record<string, string>;
  /** Headers that begin with `x-amz-` are signed. */
  headers?: Record<string, string>;
  body?: Buffer;
  /** Statuses besides 200 that are an answer and no failure. */
  accepts?: number[];
}

export type S3Requests = ReturnType<typeof s3Requests>;

/** Sends signed requests to one bucket (Signature Version 4, path-style). */
export function s3Requests(settings: S3Settings, { now, limits }: { now: () => Date; limits: S3Limits }) {
  const { endpoint, bucket, ...keys } = settings;
  // Signing keys of a day, which would otherwise be derived for each request.
  const cache = new Map<string, ArrayBuffer>();

  /** One try. @throws StoreError for a status that is not accepted */
  async function once(verb: string, request: S3Request, signal: AbortSignal): Promise<Response> {
    const { method, object = '', query = {}, headers = {}, body, accepts = [] } = request;
    const url = new URL(`${endpoint}/${bucket}${object && `/${object}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const isSigned = ([name]: [string, string]) => name.startsWith('x-amz-');
    const signer = new AwsV4Signer({
      ...keys,
      service: 's3',
      cache,
      url: url.href,
      method,
      datetime: now()
        .toISOString()
        .replaceAll(/[:-]|\.\d{3}/g, ''),
      headers: {
        ...Object.fromEntries(Object.entries(headers).filter(isSigned)),
        // The store refuses bytes that were changed on their way.
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
    });
    const signed = await signer.sign();
    // A proxy in between may change these, so they are not signed.
    for (const [name, value] of Object.entries(headers)) signed.headers.set(name, value);
    signed.headers.set('accept-encoding', 'identity');
    const answer = await fetch(signed.url, {
      method,
      headers: signed.headers,
      // A redirect would need another signature. It means that the region is wrong.
      redirect: 'manual',
      signal,
      ...(body && { body: new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength) }),
    });
    if (answer.status === 200 || accepts.includes(answer.status)) return answer;
    throw storeError(verb, answer.status, await shortText(answer));
  }

  return {
    once,
    /** Sends a request as often as it may help, and reads its answer. Only for requests that may run several times.
     *  @param read what to take from the answer; a failure there repeats the request
     *  @param options.ms the limit of each try; the body may take longer if `read` does not read it
     *  @throws StoreError */
    ask: <Answer>(
      verb: string,
      request: S3Request,
      read: (answer: Response) => Promise<Answer> | Answer,
      { ms = limits.callMs, signal }: { ms?: number; signal?: AbortSignal } = {},
    ): Promise<Answer> =>
      call(
        verb,
        async (late) => read(await once(verb, request, signal ? AbortSignal.any([signal, late]) : late)),
        limits,
        ms,
        signal,
      ),
  };
}

/** The error of an answer. S3's code is kept, but not its message, which repeats parts of the signature. */
export function storeError(verb: string, status: number, xml: string): StoreError {
  const code = textOf(xml, 'Code');
  // With status 400, although a repetition helps.
  if (code === 'RequestTimeout') return new StoreError(verb, 'timeout');
  return new StoreError(verb, status, /^[A-Za-z]{1,40}$/.test(code) ? code : undefined);
}

/** The body of an answer, piece by piece. */
export const bytesOf = (answer: Response): AsyncIterable<Buffer> =>
  answer.body ? Readable.fromWeb(answer.body as never) : Readable.from([]);

/** The beginning of an answer's text. @param most in bytes */
export async function shortText(answer: Response, most = 16_000): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of bytesOf(answer)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= most) break;
  }
  return Buffer.concat(chunks).toString().slice(0, most);
}

/** Reads what is left of a short answer, so that its connection can be used again. */
export async function done(answer: Response): Promise<void> {
  await shortText(answer);
}

/** True for an answer 404 to a request for an object. @throws StoreError when it is the bucket that is missing, so that
 *  no file counts as lost */
export async function isMissing(verb: string, answer: Response): Promise<boolean> {
  if (answer.status !== 404) return false;
  const xml = await shortText(answer);
  if (textOf(xml, 'Code') === 'NoSuchBucket') throw storeError(verb, 404, xml);
  return true;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Overload, SlowBody, TooManyRequests } from '../telemetry/error-answer.server.ts';
import { inRequest, requestId } from '../telemetry/log.server.ts';
import { retryAfterSeconds } from '../telemetry/outage.server.ts';
import { smallBody } from './body.server.ts';
import { hasBody } from './unread-body.server.ts';

/** A body that has not arrived yet. */
export interface Arriving {
  address: string;
  bytes: number;
  /** Ends the request with the answer to this error. */
  refuse: (error: Error) => void;
}

/** A body may always take this long, and then a second for each of its bytes so many. */
export const graceMs = 2_000;
export const bytesASecond = 1_000;
/** Bodies of honest browsers arrive within milliseconds, so few are unfinished at a time. They take 64 MB at most. */
export const [mostOfAddress, mostInAll] = [20, 256];
const tickMs = 250;

/** Limits how slowly bodies may arrive, and how many are unfinished. The oldest gives way to a new one, because what
 *  took longest is least likely to end soon. */
export class ArrivingBodies {
  readonly #now: () => number;
  readonly #began = new Map<Arriving, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get size() {
    return this.#began.size;
  }

  add(body: Arriving) {
    const counts = new Map<string, number>();
    for (const { address } of this.#began.keys()) counts.set(address, (counts.get(address) ?? 0) + 1);
    if ((counts.get(body.address) ?? 0) >= mostOfAddress)
      this.#refuseOldest(body.address, new TooManyRequests(retryAfterSeconds));
    else if (this.size >= mostInAll)
      this.#refuseOldest(addressWithMost(counts), new Overload('Too many bodies are unfinished'));
    this.#began.set(body, this.#now());
  }

  delete(body: Arriving) {
    this.#began.delete(body);
  }

  /** Refuses what arrives too slowly; called several times a second. */
  tick() {
    const now = this.#now();
    for (const [body, began] of this.#began) {
      if (now - began > graceMs + (body.bytes / bytesASecond) * 1_000) this.#refuse(body, new SlowBody());
    }
  }

  #refuseOldest(address: string, error: Error) {
    for (const body of this.#began.keys()) if (body.address === address) return this.#refuse(body, error);
  }

  #refuse(body: Arriving, error: Error) {
    this.#began.delete(body);
    body.refuse(error);
  }
}

function addressWithMost(counts: Map<string, number>): string {
  let [found, most] = ['', 0];
  for (const [address, count] of counts) if (count > most) [found, most] = [address, count];
  return found;
}

/** On the request itself (ADR-090). */
const whole = Symbol('whole body');
type Received = IncomingMessage & { [whole]?: Buffer<ArrayBuffer> };

/** The body of a request, where it arrived before the request was worked on. */
export const arrivedBody = (request: IncomingMessage): Buffer<ArrayBuffer> | undefined =>
  (request as Received)[whole];

interface Options {
  addressOf: (request: IncomingMessage) => string;
  refuse: (request: IncomingMessage, response: ServerResponse, error: Error) => void;
}

/** Receives the body of a form or call before the request takes a place among those that are worked on, so that slow
 *  senders take none (ADR-095). A larger body is an upload, or is refused: its handler reads it. */
export function receiveBodies({ addressOf, refuse }: Options) {
  const arriving = new ArrivingBodies(() => performance.now());
  const timer = setInterval(() => arriving.tick(), tickMs);
  timer.unref();
  return {
    /** Calls `next` when the body has arrived, or more of it than a form has. */
    receive(request: IncomingMessage, response: ServerResponse, next: () => void) {
      const { method, headers } = request;
      const isRead = method !== 'GET' && method !== 'HEAD' && hasBody(request);
      if (!isRead || Number(headers['content-length'] ?? 0) > smallBody) return next();
      const id = requestId();
      const chunks: Buffer[] = [];
      const body = {
        address: addressOf(request),
        bytes: 0,
        refuse: (error: Error) => {
          stop();
          if (!response.headersSent) inRequest(id, () => refuse(request, response, error));
        },
      };
      const stop = () => {
        arriving.delete(body);
        request.off('data', take).off('end', end);
        response.off('close', stop);
      };
      const goOn = () => {
        stop();
        // It may have been answered that it takes too long.
        if (!response.headersSent) inRequest(id, next);
      };
      const take = (chunk: Buffer) => {
        chunks.push(chunk);
        body.bytes += chunk.length;
        if (body.bytes <= smallBody) return;
        request.pause();
        request.unshift(Buffer.concat(chunks));
        goOn();
      };
      const end = () => {
        Object.assign(request, { [whole]: Buffer.concat(chunks) });
        goOn();
      };
      arriving.add(body);
      request.on('data', take).on('end', end);
      response.on('close', stop);
    },
    close: () => clearInterval(timer),
  };
}

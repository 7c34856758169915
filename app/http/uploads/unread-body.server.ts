import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { multipartLimits } from './multipart.server.ts';

export interface DrainLimits {
  bytes: number;
  /** A sender that brings fewer than `minBytes` in `intervalMs` is given up. */
  minBytes: number;
  intervalMs: number;
  /** Time for the sender to close after the end of the body or after `bytes`. */
  lingerMs: number;
  /** At most this many connections drain at once; a new one ends the oldest. */
  connections: number;
}

/** A browser reads the answer only after it has sent everything, so the largest form is read to its end. */
const drainLimits: DrainLimits = {
  bytes: multipartLimits.requestBytes,
  minBytes: 16_000,
  intervalMs: 15_000,
  lingerMs: 3_000,
  connections: 500,
};

/** Connections whose last answer has begun: what follows on them is no request. */
const closing = new WeakSet<Socket>();
const draining = new Set<() => void>();

/** Handles an answer that begins before its body has arrived: the rest is read and discarded before the connection
 *  closes, because an earlier close would lose the answer (ADR-041).
 *  @returns false for requests after such an answer, which must not run */
export function closeAfterUnreadBody(
  request: IncomingMessage,
  response: ServerResponse,
  limits: DrainLimits = drainLimits,
): boolean {
  if (closing.has(request.socket)) {
    request.resume();
    return false;
  }
  if (!hasBody(request)) return true;
  const { writeHead } = response;
  Object.assign(response, {
    writeHead: (...head: Parameters<typeof writeHead>) => {
      if (!request.complete && !closing.has(request.socket)) {
        response.setHeader('Connection', 'close');
        drain(request, response, limits);
      }
      return writeHead.apply(response, head);
    },
  });
  return true;
}

/** A GET that can be answered at once: it has no body, and the connection waits for no end of another one. */
export const isPlainGet = (request: IncomingMessage) =>
  request.method === 'GET' && !hasBody(request) && !closing.has(request.socket);

export const hasBody = ({ headers }: IncomingMessage) =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;

function drain(request: IncomingMessage, response: ServerResponse, limits: DrainLimits) {
  const { socket } = request;
  closing.add(socket);
  for (const end of draining) {
    if (draining.size < limits.connections) break;
    end();
  }
  const end = () => {
    draining.delete(end);
    socket.destroy();
  };
  draining.add(end);
  let linger: NodeJS.Timeout | undefined;
  const beginLinger = () => {
    linger ??= setTimeout(end, limits.lingerMs);
  };

  // Node calls this when the answer has left. Closing our side first lets the sender read the answer.
  Object.assign(socket, {
    destroySoon: () => {
      socket.end();
      if (request.complete || tooLong(request, limits)) beginLinger();
    },
  });

  stopReaders(request);
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limits.bytes && response.writableFinished) beginLinger();
  });
  request.once('end', () => {
    if (response.writableFinished) beginLinger();
  });
  let before = socket.bytesRead;
  const progress = setInterval(() => {
    if (!request.complete && socket.bytesRead - before < limits.minBytes) end();
    before = socket.bytesRead;
  }, limits.intervalMs);
  socket.once('close', () => {
    clearInterval(progress);
    clearTimeout(linger);
    draining.delete(end);
  });
  request.resume();
}

const tooLong = ({ headers }: IncomingMessage, { bytes }: DrainLimits) =>
  Number(headers['content-length'] ?? 0) > bytes;

/** Readers of the body get an error, so that they do not take its beginning for the whole. */
function stopReaders(request: IncomingMessage) {
  request.removeAllListeners('data');
  if (request.listenerCount('error') > 0)
    request.emit('error', new Error('Answered before the body arrived'));
  request.on('error', () => {});
}

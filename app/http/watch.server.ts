import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { inRequest, log } from './log.server.ts';
import { countRequest } from './metrics.server.ts';

type Watched = IncomingMessage & { originalUrl?: string };

interface Watch {
  /** Requests are only logged one by one where nobody reads along. */
  logsAll: boolean;
  /** Nothing is worth waiting longer for. */
  patienceMs?: number;
  /** Uploads take their time while bytes arrive, and this long again until what they brought is made. */
  uploadPatienceMs?: number;
  /** Answers a request that nobody answered in time. */
  onLate: (request: Watched, response: ServerResponse) => void;
}

/**
 * Stands before everything else: gives each request the number that its log lines, its answer and its error
 * page carry, measures it, and lets none hang.
 */
export function watchRequests({ logsAll, patienceMs = 10_000, uploadPatienceMs = 120_000, onLate }: Watch) {
  return (request: Watched, response: ServerResponse, next: () => void) => {
    // Its last twelve digits are chance, and short enough to be read out.
    const id = randomUUID().slice(-12);
    const began = performance.now();
    const path = (request.originalUrl ?? request.url ?? '').split('?', 1)[0] ?? '';
    response.setHeader('X-Request-Id', id);
    const isUpload =
      /^(multipart\/|application\/offset\+octet-stream)/i.test(request.headers['content-type'] ?? '') ||
      // The end of one, where its film or picture is made ready.
      /^\/api\/uploads\/\w+\/finish$/.test(path);
    const { socket } = request;
    let arrived = socket.bytesRead;
    const late = setInterval(
      () => {
        const isArriving = isUpload && socket.bytesRead > arrived;
        arrived = socket.bytesRead;
        if (isArriving || response.headersSent) return;
        clearInterval(late);
        log.error({ requestId: id, path }, 'late');
        onLate(request, response);
      },
      isUpload ? uploadPatienceMs : patienceMs,
    );
    response.once('close', () => {
      clearInterval(late);
      const ms = Math.round(performance.now() - began);
      const status = response.writableFinished ? response.statusCode : 499;
      countRequest({ method: request.method ?? '', path, status, seconds: ms / 1_000 });
      if (logsAll) log.info({ requestId: id, method: request.method, path, status, ms }, 'request');
    });
    inRequest(id, next);
  };
}

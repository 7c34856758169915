import type { ServerResponse } from 'node:http';
import { type NodeRequest, pathOf } from '../node-request.ts';
import { closeAfterUnreadBody } from '../uploads/unread-body.server.ts';
import { inRequest, log } from './log.server.ts';
import { countRequest } from './metrics.server.ts';
import { nextRequestId } from './request-id.server.ts';

interface Watch {
  logsAll: boolean;
  onLate: (request: NodeRequest, response: ServerResponse) => void;
}

const timeoutMs = 10_000;
/** Uploads get this long while bytes arrive, and again while the files are processed. */
const uploadTimeoutMs = 120_000;

/** Numbers each request for log, answer and error page, measures it, times it out, and closes the connection after a
 *  body that was answered unread. Runs before everything else. */
export function watchRequests({ logsAll, onLate }: Watch) {
  return (request: NodeRequest, response: ServerResponse, next: () => void) => {
    if (!closeAfterUnreadBody(request, response)) return;
    const id = nextRequestId();
    const began = performance.now();
    const path = pathOf(request);
    response.setHeader('X-Request-Id', id);
    const isUpload =
      /^(multipart\/|application\/offset\+octet-stream)/i.test(request.headers['content-type'] ?? '') ||
      // The end of one, where its video or image is processed.
      /^\/api\/uploads\/\w+\/finish$/.test(path);
    const { socket } = request;
    let arrived = socket.bytesRead;
    const late = setInterval(
      () => {
        const isArriving = (isUpload || !request.complete) && socket.bytesRead > arrived;
        arrived = socket.bytesRead;
        if (isArriving || response.headersSent) return;
        clearInterval(late);
        log.error({ requestId: id, path }, 'late');
        onLate(request, response);
      },
      isUpload ? uploadTimeoutMs : timeoutMs,
    );
    // What follows has the whole time, however long the body took.
    request.once('end', () => late.refresh());
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

import type { IncomingMessage, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import { pathOf } from '../node-request.ts';
import { inRequest, log, requestId } from '../telemetry/log.server.ts';
import { isPlainGet } from '../uploads/unread-body.server.ts';
import { webhookPaths } from './gates.server.ts';
import { WorkLimit } from './work-limit.server.ts';

interface Options {
  addressOf: (request: IncomingMessage) => string;
  /** Whether the answer will be kept and sent to others. */
  isShared: (request: IncomingMessage) => boolean;
  /** Whether the database confirms no changes at the moment: then they wait, and leave it to readers. */
  holdsChanges?: () => boolean;
  /** Answers that the site has too much to do. */
  refuse: (request: IncomingMessage, response: ServerResponse) => void;
  /** The same for a request that nothing was done for: under overload that is most of them. */
  refuseAtOnce: (request: IncomingMessage, response: ServerResponse) => void;
}

/** The provider would report late, a member could not leave, and a restart would make it worse. */
const alwaysPass = new Set([...webhookPaths, '/logout', '/api/logout', '/healthz', '/readyz', '/metrics']);

const tickMs = 100;
const resolutionMs = 10;
const reportMs = 1_000;

/** Lets requests be worked on as fast as this process can, and refuses the others early (ADR-066). */
export function admission({ addressOf, isShared, holdsChanges, refuse, refuseAtOnce }: Options) {
  const work = new WorkLimit(() => performance.now(), holdsChanges);
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const timer = setInterval(() => {
    work.tick(delay.max / 1e6 - resolutionMs);
    delay.reset();
  }, tickMs);
  timer.unref();
  const reporter = setInterval(reportRefused(work), reportMs);
  reporter.unref();
  return {
    /** Comes before the request has a number and a line in the log, which take most of a refusal's time.
     *  @returns whether it has answered */
    refusedAtOnce(request: IncomingMessage, response: ServerResponse): boolean {
      if (!work.isFull || !isPlainGet(request) || alwaysPass.has(pathOf(request)) || isShared(request))
        return false;
      if (!work.refusesAtOnce(addressOf(request))) return false;
      refuseAtOnce(request, response);
      return true;
    },
    /** Calls `next` at once, later, or never: then it has answered. */
    admit(request: IncomingMessage, response: ServerResponse, next: () => void) {
      if (alwaysPass.has(pathOf(request))) return next();
      const id = requestId();
      const leave = work.enter({
        address: addressOf(request),
        isShared: isShared(request),
        isChange: request.method !== 'GET' && request.method !== 'HEAD',
        isElsewhere: () => request.method !== 'GET' || response.headersSent,
        waitsForClient: () => waitsForReader(response) || waitsForSender(request),
        // Another request may start it, and its log lines must carry its own number.
        start: () => inRequest(id, next),
        refuse: () => refuse(request, response),
      });
      response.once('close', leave);
    },
    addTo(registry: Registry) {
      new Gauge({
        name: 'summa_work',
        help: 'Requests that are worked on and that wait, how many may be worked on at once, and how many were refused',
        labelNames: ['state'],
        registers: [registry],
        collect() {
          for (const [state, number] of Object.entries({ ...work.state, refused: work.refused }))
            this.set({ state }, number);
        },
      });
    },
    close() {
      clearInterval(timer);
      clearInterval(reporter);
    },
  };
}

/** All was written, or the connection takes no more for now. */
const waitsForReader = (response: ServerResponse) => response.writableEnded || response.writableNeedDrain;

/** All that has arrived of its body was read. */
const waitsForSender = (request: IncomingMessage) =>
  !request.complete && request.readableDidRead && request.readableLength === 0;

/** @returns what logs how many were refused since it was last called */
function reportRefused(work: WorkLimit) {
  let known = work.refused;
  return () => {
    const refused = work.refused - known;
    known = work.refused;
    if (refused > 0) log.warn({ refused, ...work.state }, 'too much to do');
  };
}

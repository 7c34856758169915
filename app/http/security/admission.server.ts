import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import { webhookPaths } from './gates.server.ts';
import { WorkLimit } from './work-limit.server.ts';

interface Options {
  addressOf: (request: IncomingMessage) => string;
  /** Whether the answer will be kept and sent to others. */
  isShared: (request: IncomingMessage) => boolean;
  /** Whether the database confirms no changes at the moment: then they wait, and leave it to readers. */
  holdsChanges?: () => boolean;
  /** Answers that the site has too much to do, at little cost. */
  refuse: (request: IncomingMessage, response: ServerResponse) => void;
}

/** The provider would report late, a member could not leave, and a restart would make it worse. */
const alwaysPass = new Set([...webhookPaths, '/logout', '/api/logout', '/healthz', '/readyz', '/metrics']);

const tickMs = 100;
const resolutionMs = 10;

/** Lets requests be worked on as fast as this process can, and refuses the others early (ADR-066). */
export function admission({ addressOf, isShared, holdsChanges, refuse }: Options) {
  const work = new WorkLimit(() => performance.now(), holdsChanges);
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const timer = setInterval(() => {
    work.tick(delay.max / 1e6 - resolutionMs);
    delay.reset();
  }, tickMs);
  timer.unref();
  return {
    /** Calls `next` at once, later, or never: then it has answered. */
    admit(request: IncomingMessage, response: ServerResponse, next: () => void) {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      if (alwaysPass.has(path)) return next();
      const leave = work.enter({
        address: addressOf(request),
        isShared: isShared(request),
        isChange: request.method !== 'GET' && request.method !== 'HEAD',
        isElsewhere: () => request.method !== 'GET' || response.headersSent,
        // Another request may start it, and its log lines must carry its own number.
        start: AsyncResource.bind(next),
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
    close: () => clearInterval(timer),
  };
}

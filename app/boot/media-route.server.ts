import type { IncomingMessage } from 'node:http';
import type { Env } from '../env.server.ts';
import { mayServe } from '../features/core/media/media-gate.server.ts';
import { sharedHeaders, sharedMediaCaching } from '../http/cache/shared-caches.ts';
import type { Context } from '../http/pages/page.server.ts';
import { log } from '../http/telemetry/log.server.ts';
import { outageOf, retryAfterSeconds } from '../http/telemetry/outage.server.ts';
import { isSignedFor } from '../media/addresses.server.ts';
import { mediaHandler } from '../media/serve.server.ts';
import { noteWatching } from './watching.server.ts';

interface Options {
  openScope: (request: IncomingMessage) => Promise<Context>;
  now: () => Date;
}

/** Serves `/media`: the files that the viewer may see, by address and signature. */
export function mediaRoute({ sessionSecret, purgeAddresses }: Env, { openScope, now }: Options) {
  const hasSharedCaches = purgeAddresses.length > 0;
  return mediaHandler(
    async (asked, request, response) => {
      const { scope } = await openScope(request);
      const viewerId = scope.viewer ? String(scope.viewer.id) : null;
      const isSigned = isSignedFor(sessionSecret, { ...asked, viewerId, now: now() });
      const file = await mayServe(scope, { ...asked, isSigned });
      if (file && !file.downloadName) noteWatching(scope, asked, response);
      // Whole videos would fill a cache.
      const isShared = file?.isPublic && !scope.viewer && file.mime.startsWith('image/');
      if (hasSharedCaches && isShared && typeof file.from === 'string')
        response.setHeaders(new Headers(sharedHeaders(sharedMediaCaching, [`media-${asked.key}`])));
      return file;
    },
    (error) => log.error({ error }, 'media'),
    (error) => outageOf(error) && retryAfterSeconds,
  );
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Env } from '../env.server.ts';
import { fileCache } from '../http/cache/file-cache.server.ts';
import { pageCache } from '../http/cache/page-cache.server.ts';
import type { Cookies } from '../http/security/cookies.server.ts';
import { hasOneHost } from '../http/security/gates.server.ts';
import { pageVariant } from '../http/security/visitor.server.ts';
import { isPlainGet } from '../http/uploads/unread-body.server.ts';
import type { Adapters } from './adapters.server.ts';
import { hearLibraryChanges } from './library-changes.server.ts';

interface Options {
  cookies: Cookies;
  /** Whether the client is below its limit of requests; counts this one. */
  isBelowLimit: (request: IncomingMessage) => boolean;
  countCachedView: (request: IncomingMessage) => void;
  forgetLibrary: () => void;
}

/** Opens the pages and files that this process keeps in memory, and hears of the changes that concern them. */
export function openCaches(
  { purgeAddresses }: Env,
  { listener, now }: Adapters,
  { cookies, isBelowLimit, countCachedView, forgetLibrary }: Options,
) {
  const pages = pageCache({
    variantOf: (request) => pageVariant(request, cookies),
    onHit: countCachedView,
    isAllowed: (request) => hasOneHost(request) && isBelowLimit(request),
    now,
    onChange: forgetLibrary,
    hasSharedCaches: purgeAddresses.length > 0,
  });
  const files = fileCache({ isAllowed: hasOneHost });
  const changes = hearLibraryChanges({ listener, purgeAddresses, invalidatePages: pages.invalidate });
  return {
    pages,
    files,
    /** Answers from memory what is kept for visitors, before anything else happens with the request. Such answers are
     *  counted, but have no log line and no time limit (ADR-021). */
    serveFromMemory(request: IncomingMessage, response: ServerResponse): boolean {
      if (!isPlainGet(request)) return false;
      return pages.serveFromCache(request, response) || files.serveFromCache(request, response);
    },
    close: changes.close,
  };
}

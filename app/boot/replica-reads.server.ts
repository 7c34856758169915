import type { ServerResponse } from 'node:http';
import type { Em } from '../db/orm.server.ts';
import { lsnOf } from '../db/replicas/lsn.ts';
import type { Replicas } from '../db/replicas/replicas.server.ts';
import { type NodeRequest, pathOf } from '../http/node-request.ts';
import type { Cookies } from '../http/security/cookies.server.ts';
import { readCookie } from '../http/security/cookies.server.ts';

/** What may come from a replica: lists, search, items, creators, the map, feeds and texts. Money, accounts, sign-in,
 *  administration, messages, everything of one's own and the bytes of media are read from the primary. */
const readable = new RegExp(
  `^/(${[
    '(dashboard|discover|help-center|community-guidelines|privacy-policy|terms-of-service)?',
    'creators(/\\w{1,30}(/feed\\.xml)?)?',
    'content/\\d{1,10}(/(comments|sheet))?',
    'map(/[\\w-]{1,60}){0,3}(/feed\\.xml)?',
    'lists/\\d{1,10}(/\\d{1,3})?',
    'sitemap[\\w-]*\\.xml|feed\\.xml',
    'api/(content(/\\d{1,10}(/(comments|ratings))?)?|creators(/\\w{1,30})?|featured|platform-stats)',
    'api/map(/(positions|transitions|ways|next)(/[\\w-]{1,40}){0,2})?',
  ].join('|')})$`,
);

/** Pages that lead back from paying or signing in: what they settle must be seen by the next page. */
const settles = /^\/(auth|checkout|subscriptions)\/./;

export const mayReadReplica = (request: NodeRequest): boolean =>
  request.method === 'GET' && readable.test(pathOf(request));

const mayHaveWritten = (request: NodeRequest): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(request.method ?? '') || settles.test(pathOf(request));

/** Decides for each request which database it reads, so that members always see their own changes (ADR-084). */
export function replicaReads(replicas: Replicas | null, cookies: Cookies) {
  return {
    /** @returns a replica for a request that may read one and which has the browser's last change; else null */
    async emFor(request: NodeRequest, sent: Map<string, string>): Promise<Em | null> {
      if (!replicas || !mayReadReplica(request)) return null;
      const written = lsnOf(await readCookie(cookies.lastWriteLsn, sent));
      return (await replicas.pick(written))?.em.fork() ?? null;
    },
    /** Gives the browser the place of what its request may have changed. Call it after the last commit, before the answer
     *  is sent. */
    async noteWrite(request: NodeRequest, response: ServerResponse): Promise<void> {
      if (!replicas || !mayHaveWritten(request) || response.headersSent) return;
      const set = await cookies.lastWriteLsn.serialize(await replicas.writtenNow());
      response.appendHeader('Set-Cookie', set);
    },
  };
}

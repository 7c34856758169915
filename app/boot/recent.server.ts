import type { ServerResponse } from 'node:http';
import type { Listener } from '../db/listen.server.ts';
import { type Recent, RecentReads } from '../db/recent-reads.server.ts';
import { beforeAnswer } from '../http/cache/before-answer.ts';
import { type NodeRequest, pathOf } from '../http/node-request.ts';
import type { Viewer } from '../scope.ts';

/** What a member only looks at. Money, accounts, administration, messages and media are not here: they ask the
 *  database who it is. So does everything that changes something. */
const looks =
  /^\/(dashboard|discover|creators(\/\w{1,30})?|content\/\d{1,10}|help-center|community-guidelines|privacy-policy|terms-of-service|api\/(user|content(\/\d{1,10})?|creators|featured|platform-stats))?$/;

export const mayReadRecent = (request: NodeRequest): boolean =>
  request.method === 'GET' && looks.test(pathOf(request));

/** What this process read in the last two seconds, and what makes it forget (ADR-061). */
export function openRecent(listener: Listener | null, clock = () => performance.now()) {
  const isOn = () => listener?.isListening ?? false;
  const members = new RecentReads({ isOn, most: 4_000, clock });
  const library = new RecentReads({ isOn, most: 500, clock });
  const forgetAll = () => {
    members.forgetAll();
    library.forgetAll();
  };
  listener?.onLost(forgetAll);
  listener?.on('members', (ids) => {
    if (ids === '*') members.forgetAll();
    else for (const id of ids.split(',')) members.forgetOf(Number(id));
  });
  listener?.on('library', () => library.forgetAll());

  return {
    /** After a change in this process, which its maker must see in the next answer. */
    forgetLibrary: () => library.forgetAll(),
    /** The viewer behind a session, by its hash. Admins are asked for every time. */
    viewer: <Found extends { viewer: Viewer }>(hash: string, read: () => Promise<Found | null>) =>
      members.get(`session ${hash}`, read, {
        ownerOf: (found) =>
          found && !found.viewer.isAdmin && !found.viewer.owesSecondFactor ? found.viewer.id : undefined,
      }),
    /** For the scope of a request that only looks. */
    readsFor: (viewer: Viewer | null): Recent => ({
      ofAll: (key, read) => library.get(key, read),
      ofViewer: (key, read) =>
        viewer && !viewer.isAdmin
          ? members.get(`${viewer.id} ${key}`, read, { ownerOf: () => viewer.id })
          : read(),
    }),
    /** Makes a request that may change something forget what is known of its member, before it is answered; that of an
     *  admin, who may suspend others, forgets all members. */
    forgetBefore(response: ServerResponse, viewer: Viewer | null) {
      if (!viewer) return;
      beforeAnswer(response, () => (viewer.isAdmin ? members.forgetAll() : members.forgetOf(viewer.id)));
    },
  };
}

import type { Listener } from '../db/listen.server.ts';
import { type LibraryChange, readChange } from '../http/cache/library-change.ts';
import { keyOfAll } from '../http/cache/page-keys.ts';
import { Purger } from '../http/cache/purger.server.ts';

interface Hearing {
  listener: Listener | null;
  /** Where the caches in front of the site take purges. */
  purgeAddresses: readonly string[];
  invalidatePages: (change: Pick<LibraryChange, 'keys' | 'gone'>) => void;
}

/** Carries what the database says of changes to the pages that this process keeps, and then to the caches in front of
 *  the site (ADR-082). Each process tells the caches itself, after it has forgotten its own pages: so a cache that
 *  fetched an old page from it a moment ago is told after that. */
export function hearLibraryChanges({ listener, purgeAddresses, invalidatePages }: Hearing) {
  const purgers = purgeAddresses.map((address) => new Purger({ address }));
  const take = (change: Pick<LibraryChange, 'keys' | 'gone'>) => {
    invalidatePages(change);
    for (const purger of purgers) purger.purge(change);
  };
  listener?.on('library', (payload) => take(readChange(payload)));
  // What was said while this process was not listening is never heard.
  listener?.onListening(() => take({ keys: [keyOfAll], gone: [] }));
  return {
    close: () => Promise.all(purgers.map((purger) => purger.close())),
  };
}

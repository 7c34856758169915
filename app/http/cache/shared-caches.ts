/** As long as a process keeps a page itself. */
const freshSeconds = 5;
/** A page may be sent for so long while the cache asks for a new one. */
const behindSeconds = 60;
/** For so long visitors can read while the site does not answer. */
const outageSeconds = 86_400;

/** The lifetime of a visitor's page in the caches in front of the site (RFC 9213); browsers obey `Cache-Control`. */
const sharedCaching = `max-age=${freshSeconds}, stale-while-revalidate=${behindSeconds}, stale-if-error=${outageSeconds}`;

/** A public picture is asked for again after five minutes (ADR-040); old bytes are sent only when the site is down. */
export const sharedMediaCaching = `max-age=300, stale-if-error=${outageSeconds}`;

/** The headers by which shared caches may keep an answer until one of its keys is purged (ADR-082). */
export const sharedHeaders = (caching: string, keys: readonly string[]) => ({
  'cdn-cache-control': caching,
  'surrogate-key': keys.join(' '),
});

interface SharedPage {
  headers: Record<string, string | string[]>;
  keys: readonly string[];
}

/** Marks a visitor's page. That of an item also tells browsers an address to ask for beside it, and so the site counts
 *  a view that a shared cache answered. It is a header, because then no script and no byte of the page is needed. */
export function markShared({ headers, keys }: SharedPage, path: string) {
  Object.assign(headers, sharedHeaders(sharedCaching, keys));
  if (!/^\/content\/\d+$/.test(path)) return;
  headers.link = [headers.link ?? [], `<${path}/view>; rel=preload; as=image`].flat().join(', ');
}

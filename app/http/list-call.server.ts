import { json } from '@remix-run/node';
import type { Scope } from '../scope.ts';

const usualSize = 24;
const largestSize = 48;

/** How many items a call asked for by `?limit=`: 24 unless told, at most 48 (decisions, calls). */
export function askedSize(url: URL): number {
  const asked = Number(url.searchParams.get('limit'));
  return Number.isFinite(asked) && asked >= 1 ? Math.min(Math.trunc(asked), largestSize) : usualSize;
}

/** A JSON array; where it goes on, the next page is named in a Link header. */
export function listAnswer<Item>(scope: Scope, url: URL, body: Item[], after: string | null) {
  return json(body, { headers: nextLink(scope, url, after) });
}

/** The header that names the next page; none at the end. */
export function nextLink(scope: Scope, url: URL, after: string | null): Record<string, string> {
  if (!after) return {};
  const query = new URLSearchParams(url.search);
  query.set('cursor', after);
  return { Link: `<${scope.origin}${url.pathname}?${query}>; rel="next"` };
}

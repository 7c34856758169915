import type { Scope } from '../../scope.ts';
import { wholeJson } from '../pages/whole-body.ts';

const usualSize = 24;
const largestSize = 48;

/** The page size of a call by `?limit=`: 24 by default, at most 48. */
export function requestedSize(url: URL): number {
  const asked = Number(url.searchParams.get('limit'));
  return Number.isFinite(asked) && asked >= 1 ? Math.min(Math.trunc(asked), largestSize) : usualSize;
}

export function listAnswer<Item>(scope: Scope, url: URL, body: Item[], after: string | null) {
  return wholeJson(body, { headers: nextLink(scope, url, after) });
}

export function nextLink(scope: Scope, url: URL, after: string | null): Record<string, string> {
  if (!after) return {};
  const query = new URLSearchParams(url.search);
  query.set('cursor', after);
  return { Link: `<${scope.origin}${url.pathname}?${query}>; rel="next"` };
}

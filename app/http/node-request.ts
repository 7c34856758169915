import type { IncomingMessage } from 'node:http';

/** A request of Node. Express keeps the whole address in `originalUrl`, because it shortens `url` below a mount. */
export type NodeRequest = IncomingMessage & { originalUrl?: string };

type Address = Pick<NodeRequest, 'url' | 'originalUrl'>;

/** The address without its query. It runs for every kept page, so it makes no list. */
export function pathOf({ originalUrl, url }: Address): string {
  const address = originalUrl ?? url ?? '';
  const end = address.indexOf('?');
  return end < 0 ? address : address.slice(0, end);
}

/** What follows the `?`; empty without one. */
export function queryOf({ originalUrl, url }: Address): string {
  const address = originalUrl ?? url ?? '';
  const end = address.indexOf('?');
  return end < 0 ? '' : address.slice(end + 1);
}
